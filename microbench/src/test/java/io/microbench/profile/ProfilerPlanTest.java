// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.microbench.fork.FlightRecording;
import io.microbench.fork.NativeSampling;
import io.microbench.profile.ProfilerPlan.Profiled;
import io.microbench.profile.ProfilerSupport.ProfilerRequest;
import io.microbench.profile.StackTree.HotFrame;
import io.microbench.result.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerPlanTest {

    private static final Path LIBRARY = Path.of("/lib/libasyncProfiler.so");

    @TempDir
    Path folder;

    private static ProfilerPlan plan(String request) {
        return new ProfilerPlan(
                ProfilerRequest.parse("--profile", List.of(request)).get(0), Optional.of(LIBRARY));
    }

    @Test
    void passesOtherProfilersToJmhUnchanged() {
        assertThat(plan("stack:lines=3").jmh(folder.resolve("a"))).isEqualTo("stack:lines=3");
        assertThat(plan("gc").arguments(25)).isEmpty();
    }

    @Test
    void recordsIntoFileOfCase() {
        assertThat(plan("jfr").jmh(folder.resolve("a b=1")))
                .isEqualTo(FlightRecording.class.getName() + ":" + folder.resolve("a b=1.jfr"));
        assertThat(plan("jfr").arguments(25))
                .containsExactly("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");
    }

    @Test
    void triesEventsThatMachineMayAllow() {
        assertThat(plan("async").jmh(folder.resolve("a")).lines())
                .containsExactly(
                        NativeSampling.class.getName() + ":" + LIBRARY,
                        folder.resolve("a.async.txt").toString(),
                        "interval=1ms",
                        "cpu",
                        "ctimer",
                        "itimer",
                        "wall");
    }

    @Test
    void usesOnlyNamedEvent() {
        assertThat(plan("async:event=alloc;alluser").jmh(folder.resolve("a")).lines())
                .containsExactly(
                        NativeSampling.class.getName() + ":" + LIBRARY,
                        folder.resolve("a.async.txt").toString(),
                        "alluser",
                        "alloc");
    }

    @Test
    void enablesNativeStacksOnNewerJdks() {
        assertThat(plan("async").arguments(17)).doesNotContain("--enable-native-access=ALL-UNNAMED");
        assertThat(plan("async").arguments(25)).contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void requiresLibrary() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProfilerPlan(new ProfilerRequest("async", ""), Optional.empty()));
    }

    @Test
    void readsStacksAndEvent() throws Exception {
        Files.writeString(folder.resolve("a.async.txt"), "a.B.c;a.B.d 3\na.B.c 1\n");

        Profiled profiled = plan("async").read(folder.resolve("a"), Map.of(), Map.of(NativeSampling.EVENT, "itimer\n"));

        assertThat(profiled.profiler()).isEqualTo("async, event itimer");
        assertThat(profiled.hottest())
                .containsExactly(new HotFrame("a.B.d", 0.75, 0.75), new HotFrame("a.B.c", 0.25, 1));
        assertThat(profiled.files()).containsExactly(folder.resolve("a.async.txt"));
    }

    @Test
    void reportsMissingFile() {
        assertThatIOException().isThrownBy(() -> plan("async").read(folder.resolve("a"), Map.of(), Map.of()));
    }

    @Test
    void keepsNumbersAndText() throws Exception {
        Metric none = new Metric(Double.NaN, Double.NaN, "---");
        Profiled profiled = plan("stack")
                .read(
                        folder.resolve("a"),
                        Map.of("stack", none, "x", new Metric(1, Double.NaN, "ms")),
                        Map.of("stack", "....[Thread state: RUNNABLE]....\n 50.0% 100.0% a.B.c\n"));

        assertThat(profiled.metrics()).containsOnlyKeys("x");
        assertThat(profiled.hottest()).containsExactly(new HotFrame("a.B.c", 1, 1));
        assertThat(folder.resolve("a.stack.txt")).content().contains("a.B.c");
    }
}
