// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.FlightRecording;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.profile.ProfilerSupport.ProfilerRequest;
import io.microbench.result.CasePlan;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilingForksTest {

    private static final Path LIBRARY = Path.of("/lib/libasyncProfiler.so");

    private final PlannedCase planned = TestPlans.of(CountingFixture.class, "count")
            .forks(3)
            .warmupForks(1)
            .jvmArgs("-Xmx1g")
            .planned();

    @TempDir
    Path folder;

    private static ProfilerPlan profiler(String request) {
        return new ProfilerPlan(
                ProfilerRequest.parse("--profile", List.of(request)).get(0), Optional.of(LIBRARY));
    }

    private static ForkResult onJdk(String version) {
        return ForkResult.builder(1).jdkVersion(version).build();
    }

    private CasePlan plan(String request, ForkResult... measured) {
        return ProfilingForks.planned(planned, List.of(measured), profiler(request), folder.resolve("a"))
                .plan();
    }

    @Test
    void usesOnlyRequestedProfiler() {
        CasePlan plan = plan("jfr", onJdk("17.0.1"));

        assertThat(planned.plan().profilers()).containsExactly("gc");
        assertThat(plan.profilers()).containsExactly(FlightRecording.class.getName() + ":" + folder.resolve("a.jfr"));
        assertThat(plan.forks()).isEqualTo(1);
        assertThat(plan.warmupForks()).isZero();
        assertThat(plan.warmup()).isEqualTo(planned.plan().warmup());
        assertThat(plan.measurement()).isEqualTo(planned.plan().measurement());
    }

    @Test
    void prefersArgumentsOfCase() {
        assertThat(plan("jfr", onJdk("17.0.1")).jvmArgs())
                .containsExactly("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints", "-Xmx1g");
    }

    @Test
    void usesJdkOfMeasuredForks() {
        String access = "--enable-native-access=ALL-UNNAMED";

        assertThat(plan("async", onJdk("N/A"), onJdk("25.0.1")).jvmArgs()).contains(access);
        assertThat(plan("async", onJdk("21.0.2+13-LTS")).jvmArgs()).doesNotContain(access);
    }

    @Test
    void returnsFailure() {
        Failure stopped = Failure.of(Failure.Kind.STOPPED, "stopped");
        ProfiledFork fork =
                ProfiledFork.read(profiler("gc"), folder.resolve("a"), Optional.of(stopped), Map.of(), Map.of());

        assertThat(fork.failure()).contains(stopped);
        assertThat(fork.wasStopped()).isTrue();
        assertThat(fork.delivered()).isEmpty();
    }

    /** Expected files are missing, as after a profiler is killed at its time limit. */
    @Test
    void reportsMissingFilesAsFailure() {
        ProfiledFork fork =
                ProfiledFork.read(profiler("jfr"), folder.resolve("a"), Optional.empty(), Map.of(), Map.of());

        assertThat(fork.wasStopped()).isFalse();
        assertThat(fork.failure().orElseThrow().message()).startsWith("its files cannot be written or read (");
    }
}
