// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.fork.Unlisted;
import io.microbench.plan.BenchmarkClass.UnreadableClass.StandIn;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;

/**
 * Reads what a class declares about its benchmarks, by reflection and without initialising it.
 *
 * <p>What counts as a benchmark is what JMH's annotation processor takes for one ({@code BenchmarkGenerator}): a concrete,
 * public, top-level or static nested class, and every {@code @Benchmark} method that it declares or inherits. A class that only
 * its forks can load is read from JMH's list instead.
 *
 * @param methods the benchmarks sorted by name; the methods of a JMH group are one
 * @param problem why none of its cases can run; empty if they can
 */
public record BenchmarkClass(Class<?> type, List<BenchmarkMethod> methods, Optional<Throwable> problem) {

    /** Returns an empty class in place of one that this JVM cannot load, to be read from JMH's list. */
    public static Class<?> standIn(String name, LinkageError cause) {
        return StandIn.of(name, cause);
    }

    /**
     * Returns whether JMH would run benchmarks of this class.
     *
     * @throws LinkageError if it cannot be read and JMH's list does not name it
     */
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

    /** Reads a class for which {@link #isBenchmarkClass} holds. */
    public static BenchmarkClass of(Class<?> type) {
        Optional<LinkageError> notLoaded = StandIn.cause(type);
        if (notLoaded.isPresent()) {
            return listed(type, notLoaded.get());
        }
        Map<String, List<Method>> groups = new TreeMap<>();
        try {
            for (Method method : annotated(type)) {
                groups.computeIfAbsent(benchmark(method), n -> new ArrayList<>())
                        .add(method);
            }
        } catch (LinkageError e) {
            return listed(type, e);
        }
        List<BenchmarkMethod> methods = new ArrayList<>();
        groups.forEach((name, members) -> methods.add(method(type, name, members)));
        return new BenchmarkClass(type, List.copyOf(methods), Optional.empty());
    }

    private static BenchmarkClass listed(Class<?> type, LinkageError cause) {
        List<BenchmarkMethod> methods = JmhList.methods(name(type));
        if (methods.isEmpty()) {
            throw cause;
        }
        return new BenchmarkClass(type, methods, UnreadableClass.problem(type, cause));
    }

    /** A class with state that only a fork can load is readable itself; its parameters are in JMH's list. */
    private static BenchmarkMethod method(Class<?> type, String name, List<Method> members) {
        try {
            return new BenchmarkMethod(type, name, members);
        } catch (LinkageError e) {
            return JmhList.methods(name(type)).stream()
                    .filter(listed -> listed.name().equals(name))
                    .map(listed -> new BenchmarkMethod(type, name, members, listed.parameters()))
                    .findFirst()
                    .orElseThrow(() -> e);
        }
    }

    private static String benchmark(Method method) {
        Group group = method.getDeclaredAnnotation(Group.class);
        return group == null ? method.getName() : group.value();
    }

    /**
     * Finds the methods sorted by name, those of a subclass hiding inherited ones of the same name in the same group.
     *
     * <p>A name may come again in another group: JMH wants it to be unique within each.
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

    /** Returns the name by which JMH knows the class: its package and the nested names joined by dots. */
    public String name() {
        return name(type);
    }

    private static String name(Class<?> type) {
        String name = StandIn.cause(type).isPresent() ? type.getName().replace('$', '.') : type.getCanonicalName();
        return name == null ? type.getName() : name;
    }

    /** Returns the benchmark of the given name; empty where the class has none. */
    public Optional<BenchmarkMethod> method(String name) {
        return methods.stream().filter(method -> method.name().equals(name)).findFirst();
    }

    /** Decides whether the cases of a class that this JVM cannot read can be measured as JMH's list describes them. */
    static final class UnreadableClass {

        /** Annotations that the host reads and that are not in JMH's list. */
        private static final Pattern HOST_ANNOTATION = Pattern.compile("L(io/microbench/[A-Z]|org/junit/).*;");

        private UnreadableClass() {}

        /** Returns why the cases cannot be measured, with the next step; empty if they can, because only their forks need the class. */
        static Optional<Throwable> problem(Class<?> type, LinkageError cause) {
            String name = type.getName();
            if (cause.getCause() instanceof ClassNotFoundException missing && name.equals(missing.getMessage())) {
                return problem(
                        name
                                + " does not exist, although META-INF/BenchmarkList names it: the build is not clean. Run mvn clean.",
                        cause);
            }
            Optional<String> argument = MissingArgument.of(cause);
            boolean version = cause instanceof UnsupportedClassVersionError;
            if (argument.isEmpty() && !version && StandIn.cause(type).isPresent()) {
                return problem(name + " cannot be loaded (" + cause + "). " + MissingArgument.CLASS_PATH, cause);
            }
            if (!needsHost(type)) {
                return Optional.empty();
            }
            String next = argument.map(
                            its -> "Add " + its + " to its @Fork(jvmArgsAppend = ...) or to microbench.jvmArgs, and"
                                    + " under Maven to the <argLine> of Surefire.")
                    .orElse(
                            version
                                    ? "Run Maven, or the microbench command, with a newer JDK."
                                    : MissingArgument.CLASS_PATH);
            return problem(
                    name + " cannot be loaded in this JVM (" + cause
                            + "), which has to read its annotations or hooks of Microbench or JUnit. " + next,
                    cause);
        }

        private static Optional<Throwable> problem(String message, LinkageError cause) {
            return Optional.of(new LinkageError(message, cause));
        }

        private static boolean needsHost(Class<?> type) {
            ClassLoader loader =
                    type.getClassLoader() == null ? ClassLoader.getSystemClassLoader() : type.getClassLoader();
            Set<String> texts = ClassFileText.of(loader, type.getName());
            boolean hooks =
                    texts.contains(AbstractMicrobenchmark.class.getName().replace('.', '/'))
                            && texts.stream().anyMatch(BenchmarkInstance.HOOKS::contains);
            return hooks
                    || texts.stream()
                            .anyMatch(text -> HOST_ANNOTATION.matcher(text).matches());
        }

        /** Reads the text in the class file of a class that cannot be read by reflection: the names of all that it uses. */
        static final class ClassFileText {

            private final Map<Integer, String> texts = new HashMap<>();
            private final Map<Integer, Integer> classes = new HashMap<>();
            private final String superclass;

            private ClassFileText(DataInputStream in) throws IOException {
                in.skipNBytes(8);
                int count = in.readUnsignedShort();
                for (int i = 1; i < count; i++) {
                    int tag = in.readUnsignedByte();
                    switch (tag) {
                        case 1 -> texts.put(i, in.readUTF());
                        case 7 -> classes.put(i, in.readUnsignedShort());
                        case 8, 16, 19, 20 -> in.skipNBytes(2);
                        case 15 -> in.skipNBytes(3);
                        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                        case 5, 6 -> {
                            in.skipNBytes(8);
                            // A long or double takes two places.
                            i++;
                        }
                        default -> throw new IOException("Unknown constant " + tag);
                    }
                }
                in.skipNBytes(4);
                superclass = texts.getOrDefault(classes.getOrDefault(in.readUnsignedShort(), 0), "");
            }

            /** Returns the text constants of a class and of its superclasses outside the JDK and the harness. */
            static Set<String> of(ClassLoader loader, String name) {
                Set<String> all = new HashSet<>();
                String next = name.replace('.', '/');
                while (!next.isEmpty() && !next.startsWith("java/") && !next.startsWith("io/microbench/Abstract")) {
                    try (InputStream file = loader.getResourceAsStream(next + ".class")) {
                        if (file == null) {
                            return all;
                        }
                        ClassFileText read = new ClassFileText(new DataInputStream(file));
                        all.addAll(read.texts.values());
                        next = read.superclass;
                    } catch (IOException e) {
                        return all;
                    }
                }
                return all;
            }
        }

        /** Defines an empty class with the name of one that this JVM cannot load: its forks may be able to. */
        static final class StandIn extends ClassLoader {

            private static final int MAGIC = 0xCAFEBABE;
            private static final int JAVA_8 = 52;
            private static final int UTF8 = 1;
            private static final int CLASS = 7;
            private static final int PUBLIC_SUPER = 0x21;

            private final LinkageError cause;

            private StandIn(LinkageError cause) {
                super(StandIn.class.getClassLoader());
                this.cause = cause;
            }

            static Class<?> of(String name, LinkageError cause) {
                byte[] empty = empty(name.replace('.', '/'));
                return new StandIn(cause).defineClass(name, empty, 0, empty.length);
            }

            /** Returns why the class that the given one replaces cannot be loaded; empty if it is not a replacement. */
            static Optional<LinkageError> cause(Class<?> type) {
                return type.getClassLoader() instanceof StandIn loader ? Optional.of(loader.cause) : Optional.empty();
            }

            private static byte[] empty(String name) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (DataOutputStream out = new DataOutputStream(bytes)) {
                    out.writeInt(MAGIC);
                    out.writeInt(JAVA_8);
                    // The constants 1 to 4: two names, each followed by the class of that name.
                    out.writeShort(5);
                    for (String type : new String[] {name, "java/lang/Object"}) {
                        int index = type.equals(name) ? 1 : 3;
                        out.writeByte(UTF8);
                        out.writeUTF(type);
                        out.writeByte(CLASS);
                        out.writeShort(index);
                    }
                    out.writeShort(PUBLIC_SUPER);
                    out.writeShort(2);
                    out.writeShort(4);
                    // Neither interfaces, fields, methods nor attributes.
                    out.write(new byte[8]);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return bytes.toByteArray();
            }
        }
    }
}
