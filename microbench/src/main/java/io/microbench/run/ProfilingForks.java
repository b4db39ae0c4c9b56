// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkRun;
import io.microbench.forks.JmhResults;
import io.microbench.forks.RunClock;
import io.microbench.plan.LongestFork;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.openjdk.jmh.results.BenchmarkResult;

/** Runs forks of measured cases with profilers. What they measure is thrown away, and so is what JMH prints of it. */
final class ProfilingForks {

    private ProfilingForks() {}

    /** Runs a fork, by a starter of forks that belong to no case. */
    static ProfiledFork run(
            PlannedCase planned,
            CaseResult measured,
            ProfilerPlan profiler,
            Path base,
            Path folder,
            Function<ForkRun, ForkRun.Outcome> starter) {
        PlannedCase fork = planned(planned, measured.forks(), profiler, base);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int number = measured.forks().size() + 1;
        ForkRun.Outcome outcome = starter.apply(new ForkRun(fork, number, folder, nowhere, RunClock.start()));
        Optional<BenchmarkResult> result = outcome.jmh();
        return ProfiledFork.read(
                profiler,
                base,
                outcome.fork().failure(),
                result.map(r -> JmhResults.metrics(r.getSecondaryResults())).orElse(Map.of()),
                result.map(r -> JmhResults.texts(r.getSecondaryResults())).orElse(Map.of()));
    }

    static PlannedCase planned(PlannedCase planned, List<ForkResult> measured, ProfilerPlan profiler, Path base) {
        int iterations = measured.stream()
                .mapToInt(fork -> fork.iterations().size())
                .max()
                .orElse(1);
        PlannedCase fork = LongestFork.of(planned, iterations);
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
                // Of a fork that failed it is not known.
            }
        }
        return Runtime.version().feature();
    }
}
