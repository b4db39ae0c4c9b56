// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.FailureCause.DeathBySignal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeathBySignalTest {

    private static final String CRASHED = "# A fatal error has been detected by the Java Runtime Environment:";

    @ParameterizedTest
    @CsvSource({
        "129, 1 (SIGHUP)",
        "130, 2 (SIGINT)",
        "134, 6 (SIGABRT)",
        "137, 9 (SIGKILL)",
        "139, 11 (SIGSEGV)",
        "143, 15 (SIGTERM)",
        "152, 24 (SIGXCPU)",
        "135, 7",
        "192, 64"
    })
    void namesSignalOfExitCodeAbove128(int exitCode, String name) {
        assertThat(DeathBySignal.of(exitCode).map(DeathBySignal::name)).contains(name);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 127, 128, 193, 255})
    void ignoresOtherExitCodes(int exitCode) {
        assertThat(DeathBySignal.of(exitCode)).isEmpty();
    }

    @Test
    void suggestsMemoryOnlyForSigkill() {
        assertThat(new DeathBySignal(15).message("after 2 iterations"))
                .isEqualTo("The fork was ended by signal 15 (SIGTERM) after 2 iterations.");
        assertThat(new DeathBySignal(9).message("after 2 iterations"))
                .startsWith("The fork was ended by signal 9 (SIGKILL) after 2 iterations. If no user sent it")
                .endsWith("Reduce the heap of the fork with -Xmx, or use a machine with more memory.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SIGSEGV (0xb) at pc=0x00007f2f3c5d2b1e, pid=4711, tid=4712",
                "Internal Error (sharedRuntime.cpp:553), pid=4711, tid=4712",
                "Out of Memory Error (os_linux.cpp:2809), pid=4711, tid=4712"
            })
    void readsCauseOfCrashFromItsReport(String cause) {
        assertThat(DeathBySignal.crash("after 1 iteration", List.of(CRASHED, "#", "#  " + cause + "  ")))
                .contains("The fork's JVM crashed after 1 iteration: " + cause);
    }

    @Test
    void reportsCrashWithoutCauseOrReport() {
        assertThat(DeathBySignal.crash("at once", List.of("# Iteration 1: 12 ns/op", CRASHED)))
                .contains("The fork's JVM crashed at once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"# /tmp/hs_err_pid7.log", "/tmp/hs_err_pid7.log", "#  /tmp/hs_err_pid7.log  "})
    void namesReportFile(String line) {
        assertThat(DeathBySignal.crash("at once", List.of(CRASHED, line)))
                .contains("The fork's JVM crashed at once. Its report: /tmp/hs_err_pid7.log");
    }

    @Test
    void ignoresSignalNamePrintedByBenchmark() {
        assertThat(DeathBySignal.crash("at once", List.of("#  SIGSEGV (0xb) handled", "# /tmp/hs_err_pid7.log")))
                .isEmpty();
    }
}
