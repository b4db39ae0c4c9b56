// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.run.FailingFixture;
import io.microbench.run.TestPlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreflightVirtualThreadsTest {

    private static final String VIRTUAL = "-Djmh.executor=VIRTUAL";

    @TempDir
    Path home;

    private static PlannedCase planned(int forks, String... arguments) {
        return TestPlans.tiny(FailingFixture.class, "works", forks, arguments);
    }

    private Optional<String> ofJdk(String release) throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        Path java = Files.writeString(bin.resolve("java"), "");
        Files.writeString(home.resolve("release"), release);
        PlannedCase planned = planned(1, VIRTUAL);
        return Preflight.virtualThreads(
                List.of(planned.with(planned.plan().toBuilder()
                        .jvm(Optional.of(java.toString()))
                        .build())),
                17);
    }

    @Test
    void requiresJdk21() {
        assertThat(Preflight.virtualThreads(List.of(planned(1, VIRTUAL)), 20))
                .contains(
                        "Virtual threads (microbench.threadKind=virtual) need JDK 21 or newer, and the forks would run on JDK 20."
                                + " Name a newer one with -Dmicrobench.jvms, or measure on platform threads.");
        assertThat(Preflight.virtualThreads(List.of(planned(1, VIRTUAL)), 21)).isEmpty();
    }

    @Test
    void checksJdkOfForks() throws IOException {
        assertThat(ofJdk("IMPLEMENTOR=\"Acme\"\nJAVA_VERSION=\"25.0.1\"\n")).isEmpty();
        assertThat(ofJdk("JAVA_VERSION=\"17.0.15\"\n").orElseThrow()).contains("would run on JDK 17");
        assertThat(ofJdk("JAVA_VERSION=\"1.8.0_392\"\n")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "JAVA_VERSION=\"unknown\"", "IMPLEMENTOR=\"Acme\""})
    void acceptsJdkOfUnknownVersion(String release) throws IOException {
        assertThat(ofJdk(release)).isEmpty();
    }

    @Test
    void acceptsPlatformThreadsOnAnyJdk() {
        assertThat(Preflight.virtualThreads(
                        List.of(planned(1), planned(1, VIRTUAL, "-Djmh.executor=PLATFORM"), planned(0)), 17))
                .isEmpty();
    }

    @Test
    void warnsThatSettingHasNoEffectInsideHost() {
        assertThat(Preflight.virtualThreads(List.of(planned(0, VIRTUAL)), 25).orElseThrow())
                .startsWith("microbench.threadKind=virtual has no effect with forks=0");
    }
}
