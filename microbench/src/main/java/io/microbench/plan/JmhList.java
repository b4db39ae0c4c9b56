// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Optional;

/** The benchmarks that JMH's annotation processor listed on the class path of this JVM. */
final class JmhList {

    private JmhList() {}

    /** Returns all entries; none where the processor did not run or the list cannot be read, which the run reports. */
    static Set<BenchmarkListEntry> entries() {
        return entries(BenchmarkList.defaultList());
    }

    /** Returns the entries of a file; none if it does not exist or cannot be read. */
    static Set<BenchmarkListEntry> entries(Path list) {
        return entries(BenchmarkList.fromFile(list.toString()));
    }

    private static Set<BenchmarkListEntry> entries(BenchmarkList list) {
        try {
            OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
            return new TreeSet<>(list.getAll(silent, List.of()));
        } catch (RuntimeException e) {
            return Set.of();
        }
    }

    static List<BenchmarkMethod> methods(String className) {
        TreeMap<String, List<BenchmarkListEntry>> byName = new TreeMap<>();
        for (BenchmarkListEntry entry : entries()) {
            if (entry.getUserClassQName().equals(className)) {
                byName.computeIfAbsent(method(entry), name -> new ArrayList<>()).add(entry);
            }
        }
        List<BenchmarkMethod> methods = new ArrayList<>();
        byName.forEach((name, lines) -> methods.add(new BenchmarkMethod(name, new ListedMethod(lines))));
        return List.copyOf(methods);
    }

    static String method(BenchmarkListEntry entry) {
        return entry.getUsername().substring(entry.getUserClassQName().length() + 1);
    }

    /**
     * A benchmark as {@code META-INF/BenchmarkList} describes it, in the form of the annotations from which JMH's annotation processor
     * wrote that description. JMH plans from the list alone, so a class that only its fork can load can be planned.
     */
    static final class ListedMethod implements AnnotatedElement {

        private final List<BenchmarkListEntry> entries;
        private final Map<Class<?>, Annotation> annotations = new HashMap<>();

        ListedMethod(List<BenchmarkListEntry> entries) {
            this.entries = List.copyOf(entries);
            BenchmarkListEntry entry = entries.get(0);
            add(
                    BenchmarkMode.class,
                    Map.of(
                            "value",
                            Optional.of(entries.stream()
                                    .map(BenchmarkListEntry::getMode)
                                    .toArray(Mode[]::new))));
            add(Threads.class, Map.of("value", entry.getThreads()));
            add(OutputTimeUnit.class, Map.of("value", entry.getTimeUnit()));
            add(OperationsPerInvocation.class, Map.of("value", entry.getOperationsPerInvocation()));
            add(Timeout.class, times(entry.getTimeout()));
            Map<String, Optional<?>> warmup = times(entry.getWarmupTime());
            warmup.put("iterations", entry.getWarmupIterations());
            warmup.put("batchSize", entry.getWarmupBatchSize());
            add(Warmup.class, warmup);
            Map<String, Optional<?>> measurement = times(entry.getMeasurementTime());
            measurement.put("iterations", entry.getMeasurementIterations());
            measurement.put("batchSize", entry.getMeasurementBatchSize());
            add(Measurement.class, measurement);
            add(
                    Fork.class,
                    Map.of(
                            "value", entry.getForks(),
                            "warmups", entry.getWarmupForks(),
                            "jvm", entry.getJvm(),
                            "jvmArgs", words(entry.getJvmArgs()),
                            "jvmArgsPrepend", words(entry.getJvmArgsPrepend()),
                            "jvmArgsAppend", words(entry.getJvmArgsAppend())));
        }

        private static Map<String, Optional<?>> times(Optional<TimeValue> time) {
            Map<String, Optional<?>> values = new HashMap<>();
            if (time.hasValue()) {
                values.put("time", Optional.of(Math.toIntExact(time.get().getTime())));
                values.put("timeUnit", Optional.of(time.get().getTimeUnit()));
            }
            return values;
        }

        private static Optional<String[]> words(Optional<Collection<String>> words) {
            return words.hasValue() ? Optional.of(words.get().toArray(String[]::new)) : Optional.none();
        }

        /** Adds an annotation, unless none of its attributes is in the list. */
        private <A extends Annotation> void add(Class<A> type, Map<String, Optional<?>> values) {
            if (values.values().stream().anyMatch(Optional::hasValue)) {
                annotations.put(type, (Annotation) Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, attribute, arguments) -> value(type, attribute, values)));
            }
        }

        private static @Nullable Object value(Class<?> type, Method attribute, Map<String, Optional<?>> values) {
            Optional<?> value = values.getOrDefault(attribute.getName(), Optional.none());
            return switch (attribute.getName()) {
                case "annotationType" -> type;
                case "toString" -> "@" + type.getName();
                case "hashCode" -> type.hashCode();
                default -> value.hasValue() ? value.get() : attribute.getDefaultValue();
            };
        }

        SortedMap<String, List<String>> parameters() {
            SortedMap<String, List<String>> parameters = new TreeMap<>();
            Optional<Map<String, String[]>> listed = entries.get(0).getParams();
            if (listed.hasValue()) {
                listed.get().forEach((name, values) -> parameters.put(name, List.of(values)));
            }
            return parameters;
        }

        /** Returns the number of threads of its JMH group, or 1. */
        int threadsOfGroup() {
            int sum = 0;
            for (int threads : entries.get(0).getThreadGroups()) {
                sum += threads;
            }
            return Math.max(1, sum);
        }

        @Override
        public <A extends Annotation> @Nullable A getAnnotation(Class<A> type) {
            return type.cast(annotations.get(type));
        }

        @Override
        public Annotation[] getAnnotations() {
            return annotations.values().toArray(Annotation[]::new);
        }

        @Override
        public Annotation[] getDeclaredAnnotations() {
            return getAnnotations();
        }
    }
}
