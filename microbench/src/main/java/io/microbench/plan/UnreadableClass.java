// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides whether the cases of a class that this JVM cannot read can be measured as JMH's list describes them. */
final class UnreadableClass {

    /** Annotations that the host reads and that are not in JMH's list. */
    private static final Pattern HOST_ANNOTATION = Pattern.compile("L(io/microbench/[A-Z]|org/junit/).*;");

    private UnreadableClass() {}

    /**
     * Returns why the cases cannot be measured, with the next step; empty if they can, because only their forks need the class.
     *
     * @param cause the exception that was thrown when it was read
     */
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
}
