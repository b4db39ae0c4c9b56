// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.result.ForkResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Plans forks of measured cases with profilers. */
final class ProfilingForks {

    private ProfilingForks() {}

    /** Returns a case that is measured once, with this profiler only. */
    static PlannedCase planned(PlannedCase planned, List<ForkResult> measured, ProfilerPlan profiler, Path base) {
        int iterations = measured.stream()
                .mapToInt(fork -> fork.iterations().size())
                .max()
                .orElse(1);
        PlannedCase fork = planned.longestFork(iterations);
        List<String> arguments = new ArrayList<>(profiler.arguments(feature(measured)));
        arguments.addAll(fork.plan().jvmArgs());
        return fork.with(fork.plan().withJvmArgs(arguments).withProfilers(List.of(profiler.jmh(base))));
    }

    /** Returns the release of the JDK that forks ran on, which need not be that of this JVM. */
    private static int feature(List<ForkResult> measured) {
        for (ForkResult fork : measured) {
            try {
                return Runtime.Version.parse(fork.jdkVersion()).feature();
            } catch (IllegalArgumentException e) {
                // The version is unknown for a failed fork.
            }
        }
        return Runtime.version().feature();
    }
}
