// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.fork.Unlisted;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;

/**
 * Reads the benchmarks that a class declares, by reflection and without initialising it.
 *
 * <p>Benchmarks are the same as for JMH's annotation processor ({@code BenchmarkGenerator}): a concrete,
 * public, top-level or static nested class, and every {@code @Benchmark} method that it declares or inherits.
 *
 * @param methods the benchmarks sorted by name; the methods of a JMH group count as one
 */
public record BenchmarkClass(Class<?> type, List<BenchmarkMethod> methods) {

    private static final ClassValue<BenchmarkClass> READ = new ClassValue<>() {
        @Override
        protected BenchmarkClass computeValue(Class<?> type) {
            return read(type);
        }
    };

    /** Returns whether JMH would run benchmarks of this class; throws the same exceptions as {@link #of}. */
    public static boolean isBenchmarkClass(Class<?> type) {
        return mayHoldBenchmarks(type) && !of(type).methods().isEmpty();
    }

    /** Returns whether the class has the form of a benchmark class; ignores its methods. */
    public static boolean mayHoldBenchmarks(Class<?> type) {
        int modifiers = type.getModifiers();
        boolean usable = Modifier.isPublic(modifiers)
                && !Modifier.isAbstract(modifiers)
                && !type.isInterface()
                && !type.isEnum()
                && !type.isArray()
                && !type.isPrimitive();
        boolean reachable = !type.isMemberClass() || Modifier.isStatic(modifiers);
        // JMH generates subclasses, which inherit every annotation.
        boolean listed = !type.getName().contains(".jmh_generated.") && !type.isAnnotationPresent(Unlisted.class);
        return usable && reachable && listed;
    }

    /** Returns whether the class has benchmarks that JMH refuses to run because of how the class is declared. */
    public static boolean isRefused(Class<?> type) {
        return !mayHoldBenchmarks(type)
                && !Modifier.isAbstract(type.getModifiers())
                && !type.isAnnotationPresent(Unlisted.class)
                && !type.getName().contains(".jmh_generated.")
                && !of(type).methods().isEmpty();
    }

    /**
     * Reads a class for which {@link #isBenchmarkClass} is true.
     *
     * @throws LinkageError if this JVM cannot load a class that it uses; the message has the next step
     */
    public static BenchmarkClass of(Class<?> type) {
        return READ.get(type);
    }

    private static BenchmarkClass read(Class<?> type) {
        Map<String, List<Method>> groups = new TreeMap<>();
        List<BenchmarkMethod> methods = new ArrayList<>();
        try {
            for (Method method : annotated(type)) {
                groups.computeIfAbsent(benchmark(method), n -> new ArrayList<>())
                        .add(method);
            }
            groups.forEach((name, members) -> methods.add(new BenchmarkMethod(type, name, members)));
        } catch (LinkageError e) {
            throw new LinkageError(MissingArgument.message(type.getName(), e), e);
        }
        return new BenchmarkClass(type, List.copyOf(methods));
    }

    private static String benchmark(Method method) {
        Group group = method.getDeclaredAnnotation(Group.class);
        return group == null ? method.getName() : group.value();
    }

    /**
     * Finds the methods, sorted by name; methods of a subclass hide inherited methods of the same name in the same
     * group.
     *
     * <p>A name may occur again in another group: JMH requires it to be unique only within a group.
     */
    private static List<Method> annotated(Class<?> type) {
        List<Method> found = new ArrayList<>();
        Map<String, Set<String>> names = new HashMap<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (!method.isBridge()
                        && method.isAnnotationPresent(Benchmark.class)
                        && names.computeIfAbsent(benchmark(method), name -> new HashSet<>())
                                .add(method.getName())) {
                    found.add(method);
                }
            }
        }
        found.sort(Comparator.comparing(Method::getName));
        return found;
    }

    /** Returns JMH's name of the class: its package and the nested names joined by dots. */
    public String name() {
        String name = type.getCanonicalName();
        return name == null ? type.getName() : name;
    }

    public Optional<BenchmarkMethod> method(String name) {
        return methods.stream().filter(method -> method.name().equals(name)).findFirst();
    }
}
