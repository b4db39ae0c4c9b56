// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.AlwaysMeasure;
import io.microbench.Fixture;
import io.microbench.SameResult;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One benchmark of a class: a method, or the methods of a JMH group, with the values of their annotations.
 *
 * <p>Annotations are merged as JMH merges them ({@code MethodGroup}, {@code BenchmarkGeneratorUtils.getAnnSuperAll}):
 * method, class, superclasses, and each attribute is taken from the first of these that sets it. In a group, the chain
 * of the last method by name applies; JMH refuses groups whose methods disagree.
 */
public final class BenchmarkMethod {

    private final String name;
    private final List<Method> methods;
    private final List<AnnotatedElement> chain;
    private final ParameterSpace space;
    private final int threadsOfGroup;

    BenchmarkMethod(Class<?> owner, String name, List<Method> methods) {
        this.name = name;
        this.methods = List.copyOf(methods);
        this.chain = chain(methods.get(methods.size() - 1), owner);
        this.space = ParameterSpace.of(owner, methods);
        this.threadsOfGroup = methods.stream()
                .map(method -> method.getDeclaredAnnotation(GroupThreads.class))
                .mapToInt(threads -> threads == null ? 1 : threads.value())
                .sum();
    }

    private static List<AnnotatedElement> chain(Method method, Class<?> owner) {
        List<AnnotatedElement> chain = new ArrayList<>();
        chain.add(method);
        for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
            chain.add(c);
        }
        return List.copyOf(chain);
    }

    public String name() {
        return name;
    }

    /** Returns the Java methods of the benchmark, sorted by name; several only for a JMH group. */
    public List<Method> methods() {
        return methods;
    }

    /** Returns the declared values of each {@code @Param} field by its name; an empty list if none are declared. */
    SortedMap<String, List<String>> parameters() {
        return space.values;
    }

    /** Returns whether the field of a parameter can have the value; checks numbers only. */
    boolean accepts(String parameter, String value) {
        Class<?> type = MethodType.methodType(space.types.getOrDefault(parameter, String.class))
                .wrap()
                .returnType();
        try {
            if (Number.class.isAssignableFrom(type)) {
                type.getMethod("valueOf", String.class).invoke(null, value);
            }
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Returns the number of threads of one JMH group; a case has a multiple of it. */
    int threadsOfGroup() {
        return threadsOfGroup;
    }

    /** Returns the fixture that its cases use; the fixture of the method takes precedence over the fixture of a class. */
    public Optional<Fixture.Use> fixture() {
        return first(Fixture.Use.class);
    }

    /** Returns whether its work depends on more than the code on the class path. */
    public boolean isAlwaysMeasured() {
        return first(AlwaysMeasure.class).isPresent();
    }

    /**
     * Returns the name of the group, within its class, of benchmarks whose results must be equal; empty if it is in no
     * group. The method's name overrides the class's name, except in a JMH group, where the method would be ambiguous.
     */
    public Optional<String> sameResult() {
        boolean ofGroup = methods.stream().anyMatch(method -> method.isAnnotationPresent(Group.class));
        return chain.stream()
                .skip(ofGroup ? 1 : 0)
                .flatMap(element -> Optional.ofNullable(element.getDeclaredAnnotation(SameResult.class)).stream())
                .map(SameResult::value)
                .findFirst();
    }

    List<AnnotatedElement> chain() {
        return chain;
    }

    <A extends Annotation> Optional<A> first(Class<A> type) {
        return attribute(type, annotation -> annotation, annotation -> true);
    }

    /** Returns an attribute of the first annotation along the chain that sets it. */
    <A extends Annotation, V> Optional<V> attribute(Class<A> type, Function<A, V> attribute, Predicate<V> isSet) {
        return chain.stream()
                .flatMap(element -> Optional.ofNullable(element.getDeclaredAnnotation(type)).stream())
                .map(attribute)
                .filter(isSet)
                .findFirst();
    }

    <A extends Annotation> List<A> each(Class<A> type) {
        List<AnnotatedElement> classes = chain.subList(1, chain.size());
        List<A> found = new ArrayList<>();
        for (Method method : methods) {
            List<AnnotatedElement> own = new ArrayList<>(classes);
            own.add(0, method);
            own.stream()
                    .flatMap(element -> Optional.ofNullable(element.getDeclaredAnnotation(type)).stream())
                    .findFirst()
                    .ifPresent(found::add);
        }
        return found;
    }

    /**
     * Finds the {@code @Param} fields of a benchmark in the same places as JMH.
     *
     * <p>As in JMH's {@code BenchmarkGeneratorUtils.addParameterValuesToGroup}: in the classes of the method's
     * arguments, then in the benchmark class, each with its superclasses and with the argument classes of its set-up
     * and tear-down methods. The first field with a given name wins. A blank {@code @Param}, which JMH allows on an
     * enum only, means all its constants.
     */
    static final class ParameterSpace {

        final SortedMap<String, List<String>> values = new TreeMap<>();
        private final Map<String, Class<?>> types = new HashMap<>();
        private final Set<Class<?>> seen = new HashSet<>();

        private ParameterSpace() {}

        static ParameterSpace of(Class<?> owner, List<Method> methods) {
            ParameterSpace space = new ParameterSpace();
            for (Method method : methods) {
                Arrays.stream(method.getParameterTypes()).forEach(space::collect);
                space.collect(owner);
            }
            return space;
        }

        private void collect(Class<?> state) {
            if (state.getName().startsWith("org.openjdk.jmh.infra.") || !seen.add(state)) {
                return;
            }
            for (Class<?> c = state; c != null && c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    Param param = field.getDeclaredAnnotation(Param.class);
                    if (param != null) {
                        values.putIfAbsent(field.getName(), declared(field, param));
                        types.putIfAbsent(field.getName(), field.getType());
                    }
                }
            }
            for (Class<?> c = state; c != null && c != Object.class; c = c.getSuperclass()) {
                for (Method method : c.getDeclaredMethods()) {
                    if (method.isAnnotationPresent(Setup.class) || method.isAnnotationPresent(TearDown.class)) {
                        Arrays.stream(method.getParameterTypes()).forEach(this::collect);
                    }
                }
            }
        }

        private static List<String> declared(Field field, Param param) {
            String[] declared = param.value();
            if (declared.length != 1 || !declared[0].equals(Param.BLANK_ARGS)) {
                return List.of(declared);
            }
            Class<?> type = field.getType();
            // getEnumConstants() is not used, because it would run the enum's static initialiser.
            return Arrays.stream(type.getDeclaredFields())
                    .filter(Field::isEnumConstant)
                    .map(Field::getName)
                    .toList();
        }

        /** Returns every combination of the values, the last name varying fastest. */
        static List<SortedMap<String, String>> combinations(SortedMap<String, List<String>> values) {
            List<SortedMap<String, String>> combinations = new ArrayList<>();
            combinations.add(new TreeMap<>());
            for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
                List<SortedMap<String, String>> longer = new ArrayList<>();
                for (SortedMap<String, String> combination : combinations) {
                    for (String value : parameter.getValue()) {
                        SortedMap<String, String> next = new TreeMap<>(combination);
                        next.put(parameter.getKey(), value);
                        longer.add(next);
                    }
                }
                combinations = longer;
            }
            return combinations;
        }
    }
}
