// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides whether the cases of a class that this JVM cannot read can be measured as JMH's list describes them. */
final class UnreadableClass {

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
        ClassLoader loader = type.getClassLoader() == null ? ClassLoader.getSystemClassLoader() : type.getClassLoader();
        Set<String> texts = ClassFileText.of(loader, type.getName());
        boolean hooks = texts.contains(AbstractMicrobenchmark.class.getName().replace('.', '/'))
                && texts.stream().anyMatch(BenchmarkInstance.HOOKS::contains);
        return hooks
                || texts.stream().anyMatch(text -> HOST_ANNOTATION.matcher(text).matches());
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
