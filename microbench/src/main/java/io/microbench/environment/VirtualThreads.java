/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.environment;

import io.microbench.plan.PlannedCase;
import io.microbench.plan.ThreadKind;
import io.microbench.result.CasePlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds cases that ask for virtual threads where there are none. */
final class VirtualThreads {

    private static final Pattern FEATURE = Pattern.compile("\"?(\\d+).*");

    private VirtualThreads() {}

    /** Returns why a case cannot run on the virtual threads that it asks for; empty if none asks for them in vain. */
    static Optional<String> complaint(List<PlannedCase> cases, int hostFeature) {
        return cases.stream()
                .filter(planned -> ThreadKind.VIRTUAL.isAskedFor(planned.plan().jvmArgs()))
                .flatMap(planned -> complaint(planned.plan(), hostFeature).stream())
                .findFirst();
    }

    private static Optional<String> complaint(CasePlan plan, int hostFeature) {
        if (plan.inProcess()) {
            return Optional.of(
                    "microbench.threadKind=virtual has no effect with forks=0, which runs benchmarks on the threads that"
                            + " this JVM was started for: measure with 1 fork or more.");
        }
        OptionalInt feature = plan.jvm().isEmpty()
                ? OptionalInt.of(hostFeature)
                : feature(Path.of(plan.jvm().get()));
        if (feature.isEmpty() || feature.getAsInt() >= ThreadKind.FIRST_WITH_VIRTUAL) {
            return Optional.empty();
        }
        return Optional.of("Virtual threads (microbench.threadKind=virtual) need JDK " + ThreadKind.FIRST_WITH_VIRTUAL
                + " or newer, and the forks would run on JDK " + feature.getAsInt()
                + ". Name a newer one with -Dmicrobench.jvm, or measure on platform threads.");
    }

    /** Returns the feature release that the JDK of a java command says it has; empty where it says nothing. */
    private static OptionalInt feature(Path java) {
        try {
            Path release = java.toRealPath().resolveSibling("..").resolve("release");
            Properties properties = new Properties();
            try (InputStream in = Files.newInputStream(release)) {
                properties.load(in);
            }
            Matcher version = FEATURE.matcher(properties.getProperty("JAVA_VERSION", ""));
            return version.matches() ? OptionalInt.of(Integer.parseInt(version.group(1))) : OptionalInt.empty();
        } catch (IOException | IllegalArgumentException e) {
            // A command on the path, or another layout: the fork will say.
            return OptionalInt.empty();
        }
    }
}
