// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.settings.InstalledJdks.JdkRelease;
import io.microbench.settings.ThreadKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds cases that request virtual threads where these are not available. */
final class VirtualThreads {

    private VirtualThreads() {}

    /** Returns why a case cannot run on the virtual threads that it requests; empty if all can. */
    static Optional<String> complaint(List<PlannedCase> cases, int hostFeature) {
        return cases.stream()
                .filter(planned -> ThreadKind.VIRTUAL.isAskedFor(planned.plan().jvmArgs()))
                .flatMap(planned -> complaint(planned.plan(), hostFeature).stream())
                .findFirst();
    }

    private static Optional<String> complaint(CasePlan plan, int hostFeature) {
        if (plan.inProcess()) {
            return Optional.of(
                    "microbench.threadKind=virtual has no effect with forks=0, which runs benchmarks on the threads of"
                            + " this JVM: measure with 1 fork or more.");
        }
        // The version of a command on the path, or in another layout, is unknown: the fork fails if it is too old.
        Optional<Integer> feature = plan.jvm().isEmpty()
                ? Optional.of(hostFeature)
                : JdkRelease.of(Path.of(plan.jvm().get())).map(JdkRelease::feature);
        if (feature.isEmpty() || feature.get() >= ThreadKind.FIRST_WITH_VIRTUAL) {
            return Optional.empty();
        }
        return Optional.of("Virtual threads (microbench.threadKind=virtual) need JDK " + ThreadKind.FIRST_WITH_VIRTUAL
                + " or newer, and the forks would run on JDK " + feature.get()
                + ". Name a newer one with -Dmicrobench.jvms, or measure on platform threads.");
    }
}
