// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitorOutputTest {

    private static final Instant TIME = Instant.parse("2026-11-20T14:48:44.789123Z");

    @TempDir
    Path folder;

    private static MonitorHistory.Sample sample(Optional<String> node) {
        return new MonitorHistory.Sample(
                TIME,
                node,
                "a.B.count:n=1,threads=2",
                Duration.ZERO,
                false,
                78.34,
                2,
                0,
                8,
                Double.NaN,
                31,
                1_048_576,
                0,
                4_194_304,
                99,
                1.5);
    }

    @Test
    void writesFullNumbersAndOneHeaderToCsv() throws Exception {
        Path file = folder.resolve("deep/monitor.CSV");
        MonitorOutput.file(file, List.of()).accept(sample(Optional.empty()));
        MonitorHistory.Sample silent =
                sample(Optional.of("b")).with(TIME.plusSeconds(4), Optional.of("b"), Duration.ofMillis(4250), true);

        MonitorOutput.file(file, List.of("b")).accept(silent);

        String values = "78.34,2.0,0.0,8,,31,1048576,0,4194304,99,1.5";
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "time,node,job,silentSeconds,lost,cpuPercent,jitCpuPercent,gcCpuPercent,threads,virtualThreads,files,"
                                + "heapBytes,directBytes,metaspaceBytes,codeBytes,operationsPerSecond",
                        "2026-11-20T14:48:44.789Z,,\"a.B.count:n=1,threads=2\",0.0,false," + values,
                        "2026-11-20T14:48:48.789Z,b,\"a.B.count:n=1,threads=2\",4.25,true," + values);
    }

    @Test
    void writesTableToOtherFiles() throws Exception {
        Path file = folder.resolve("csv");

        MonitorOutput.file(file, List.of("b")).accept(sample(Optional.of("b")));

        assertThat(Files.readAllLines(file)).hasSize(3).first().asString().startsWith("Time ");
    }

    @Test
    void reportsUnwritableFileImmediately() throws Exception {
        Path taken = Files.createDirectory(folder.resolve("taken.csv"));

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> MonitorOutput.file(taken, List.of()));
    }
}
