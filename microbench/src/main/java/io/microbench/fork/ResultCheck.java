// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
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
 * Main class of a separate JVM that compares the results of alternatives.
 *
 * <p>It reads a file of questions and writes a file of answers. Each line is a list of words separated by tabs, each word
 * URL-encoded. A question consists of its name, a class, the number of methods, the methods, then names and values of parameters.
 * An answer consists of the name of its question and either {@value #DIFFERENT}, the first method and its result, another method
 * and its result, or {@value #UNCHECKED}, a method and the reason.
 */
public final class ResultCheck {

    /** The answer if two results differ. */
    public static final String DIFFERENT = "DIFFERENT";

    /** The answer if a method could not be called. */
    public static final String UNCHECKED = "UNCHECKED";

    private static final int LONGEST = 200;

    public record Returned(String method, @Nullable Object value) {}

    private ResultCheck() {}

    /** Reads questions from the file named by the first argument and writes answers to the one named by the second. */
    public static void main(String[] arguments) throws IOException {
        exchange(arguments, ResultCheck::answer);
    }

    /** Answers the questions of the first file in the second, then ends the JVM. */
    public static void exchange(String[] arguments, Function<List<String>, List<String>> answering) throws IOException {
        endWithHost();
        List<String> answers = new ArrayList<>();
        for (String question : Files.readAllLines(Path.of(arguments[0]))) {
            answers.addAll(answering.apply(words(question)));
        }
        Files.write(Path.of(arguments[1]), answers);
        // Threads that a benchmark has started may not end.
        Runtime.getRuntime().halt(0);
    }

    private static void endWithHost() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The host writes nothing; read() returns when the host has ended.
                        }
                    } catch (IOException e) {
                        // An error means that the host has ended.
                    }
                    Runtime.getRuntime().halt(1);
                },
                "microbench-host-watch");
        watch.setDaemon(true);
        watch.start();
    }

    public static String line(List<String> words) {
        return String.join(
                "\t",
                words.stream()
                        .map(word -> URLEncoder.encode(word, StandardCharsets.UTF_8))
                        .toList());
    }

    public static List<String> words(String line) {
        return Arrays.stream(line.split("\t", -1))
                .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                .toList();
    }

    static List<String> answer(List<String> question) {
        String name = question.get(0);
        int methods = Integer.parseInt(question.get(2));
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 3 + methods; i + 1 < question.size(); i += 2) {
            parameters.put(question.get(i), question.get(i + 1));
        }
        List<String> answers = new ArrayList<>();
        List<Returned> returned = new ArrayList<>();
        List<SingleCall> calls = new ArrayList<>();
        for (String method : question.subList(3, 3 + methods)) {
            SingleCall call = new SingleCall(parameters);
            calls.add(call);
            try {
                Class<?> type = Class.forName(question.get(1));
                returned.add(new Returned(method, call.call(type, method)));
            } catch (Throwable e) {
                answers.add(line(List.of(name, UNCHECKED, method, reason(e))));
            }
        }
        compare(name, returned, answers);
        calls.forEach(ResultCheck::end);
        return answers;
    }

    /** Adds an answer if a result differs from the first one. */
    public static void compare(String name, List<Returned> returned, List<String> answers) {
        for (Returned other : returned) {
            Returned first = returned.get(0);
            if (!equal(first.value(), other.value())) {
                answers.add(line(List.of(
                        name, DIFFERENT, first.method(), text(first.value()), other.method(), text(other.value()))));
                return;
            }
        }
    }

    private static void end(SingleCall call) {
        try {
            call.end();
        } catch (Throwable e) {
            // A tear-down that throws also throws in its fork, and is reported there.
        }
    }

    /** Returns a blackhole for a call that is not measured. */
    public static Blackhole blackhole() {
        return new Blackhole(SingleCall.BLACKHOLE_PASSWORD);
    }

    /** Returns whether two results are equal: whole numbers of any width by their value, arrays element by element. */
    static boolean equal(@Nullable Object one, @Nullable Object other) {
        return Objects.deepEquals(widened(one), widened(other));
    }

    private static @Nullable Object widened(@Nullable Object value) {
        boolean whole = value instanceof Byte || value instanceof Short || value instanceof Integer;
        return whole && value instanceof Number number ? (Object) number.longValue() : value;
    }

    private static String reason(Throwable e) {
        return e instanceof SingleCall.Refused ? String.valueOf(e.getMessage()) : "threw " + text(e);
    }

    /** Formats a result; a long result is truncated. */
    public static String text(@Nullable Object value) {
        String all = Arrays.deepToString(new Object[] {value});
        String text = all.substring(1, all.length() - 1);
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    /**
     * Calls a benchmark method once, by reflection, with the states and set-up that JMH would give it.
     *
     * <p>JMH's generated code passes the result to a blackhole, so it cannot be obtained from there.
     */
    static final class SingleCall {

        private static final String BLACKHOLE_PASSWORD =
                "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

        /**
         * Thrown if a method cannot be called; the message is the reason, as a phrase that follows the name of the
         * method.
         */
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
         * @throws Throwable the exception of the method or of the set-up, or the reason why it cannot be called
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
                List<Method> fixtures = fixtures(
                        state.getClass(),
                        TearDown.class,
                        method -> method.getAnnotationsByType(TearDown.class)[0].value());
                Collections.reverse(fixtures);
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
            for (Method fixture :
                    fixtures(type, Setup.class, method -> method.getAnnotationsByType(Setup.class)[0].value())) {
                invoke(made, fixture);
            }
            return made;
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

        private void fill(Object state) throws ReflectiveOperationException {
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

        /** Converts the text of a parameter to one of the types that JMH accepts: an enum, primitive, box or text. */
        static Object converted(Class<?> type, String text) throws ReflectiveOperationException {
            Class<?> boxed = MethodType.methodType(type).wrap().returnType();
            if (boxed == String.class) {
                return text;
            }
            if (boxed == Character.class) {
                return text.charAt(0);
            }
            Method valueOf = boxed.getMethod("valueOf", String.class);
            valueOf.setAccessible(true);
            return valueOf.invoke(null, text);
        }

        /** Returns the methods with the annotation by their level, methods of superclasses first; an overridden method only once. */
        private static List<Method> fixtures(
                Class<?> type, Class<? extends Annotation> annotation, Function<Method, Level> level) {
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
            found.sort(Comparator.comparing(level));
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
}
