// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Calls a benchmark method once, by reflection, with the states and set-up that JMH would give it.
 *
 * <p>JMH's generated code gives the result to a black hole, so it cannot be obtained from there.
 */
final class SingleCall {

    private static final String BLACKHOLE_PASSWORD =
            "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

    /** Returns why the method cannot be called, as words that follow its name. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason);
        }
    }

    private final Map<String, String> parameters;
    private final Map<Class<?>, Object> states = new LinkedHashMap<>();

    SingleCall(Map<String, String> parameters) {
        this.parameters = parameters;
    }

    /**
     * Calls the method on new states and returns its result.
     *
     * @throws Throwable what the method or the set-up throws, or why it cannot be called
     */
    @Nullable
    Object call(Class<?> type, String name) throws Throwable {
        Method method = benchmark(type, name);
        if (method.getReturnType() == void.class) {
            throw new Refused("returns nothing");
        }
        return invoke(type.isAnnotationPresent(State.class) ? state(type) : create(type), method);
    }

    private static Method benchmark(Class<?> type, String name) throws Refused {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals(name)
                        && !method.isBridge()
                        && !method.isAnnotationPresent(Group.class)
                        && method.isAnnotationPresent(Benchmark.class)) {
                    return method;
                }
            }
        }
        throw new Refused("is a JMH group");
    }

    /** Tears down the states, in reverse order of set-up. */
    void end() throws Throwable {
        Deque<Object> last = new ArrayDeque<>();
        states.values().forEach(last::push);
        for (Object state : last) {
            List<Method> fixtures = fixtures(state.getClass(), TearDown.class);
            Collections.reverse(fixtures);
            fixtures.sort(Comparator.comparing((Method m) -> level(m.getAnnotation(TearDown.class)))
                    .reversed());
            for (Method fixture : fixtures) {
                invoke(state, fixture);
            }
        }
    }

    private Object state(Class<?> type) throws Throwable {
        Object known = states.get(type);
        if (known != null) {
            return known;
        }
        Object made = create(type);
        fill(made);
        states.put(type, made);
        List<Method> fixtures = fixtures(type, Setup.class);
        fixtures.sort(Comparator.comparing((Method m) -> level(m.getAnnotation(Setup.class))));
        for (Method fixture : fixtures) {
            invoke(made, fixture);
        }
        return made;
    }

    private static Level level(@Nullable Setup setup) {
        return setup == null ? Level.Trial : setup.value();
    }

    private static Level level(@Nullable TearDown tearDown) {
        return tearDown == null ? Level.Trial : tearDown.value();
    }

    private static Object create(Class<?> type) throws Throwable {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private void fill(Object state) throws IllegalAccessException {
        Set<String> filled = new HashSet<>();
        for (Class<?> c = state.getClass(); c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                String value = parameters.get(field.getName());
                if (value != null && field.isAnnotationPresent(Param.class) && filled.add(field.getName())) {
                    field.setAccessible(true);
                    field.set(state, converted(field.getType(), value));
                }
            }
        }
    }

    /** Converts the text of a parameter to one of the types that JMH accepts. */
    static Object converted(Class<?> type, String text) {
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(text)) {
                    return constant;
                }
            }
            throw new IllegalArgumentException(text + " is not a value of " + type.getName());
        }
        return switch (type.getName()) {
            case "boolean", "java.lang.Boolean" -> Boolean.valueOf(text);
            case "byte", "java.lang.Byte" -> Byte.valueOf(text);
            case "char", "java.lang.Character" -> text.charAt(0);
            case "short", "java.lang.Short" -> Short.valueOf(text);
            case "int", "java.lang.Integer" -> Integer.valueOf(text);
            case "long", "java.lang.Long" -> Long.valueOf(text);
            case "float", "java.lang.Float" -> Float.valueOf(text);
            case "double", "java.lang.Double" -> Double.valueOf(text);
            default -> text;
        };
    }

    /** Returns the methods with the annotation, those of superclasses first; an overridden method only once. */
    private static List<Method> fixtures(Class<?> type, Class<? extends java.lang.annotation.Annotation> annotation) {
        List<Method> found = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                List<Object> signature = List.of(method.getName(), List.of(method.getParameterTypes()));
                if (!method.isBridge() && method.isAnnotationPresent(annotation) && seen.add(signature)) {
                    found.add(0, method);
                }
            }
        }
        return found;
    }

    @Nullable
    private Object invoke(Object target, Method method) throws Throwable {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i]);
        }
        method.setAccessible(true);
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    static Blackhole blackhole() {
        return new Blackhole(BLACKHOLE_PASSWORD);
    }

    private Object argument(Class<?> type) throws Throwable {
        if (type == Blackhole.class) {
            return blackhole();
        }
        if (type.isAnnotationPresent(State.class)) {
            return state(type);
        }
        throw new Refused("takes a " + type.getSimpleName() + ", which only a JMH fork has");
    }
}
