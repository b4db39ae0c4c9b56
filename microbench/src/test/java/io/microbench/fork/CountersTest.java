// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.Counters.CpuLimit;
import io.microbench.fork.Counters.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersTest {

    @TempDir
    Path folder;

    @Test
    void readsStolenTimeAndThrottling() throws IOException {
        Path machine = Files.writeString(
                folder.resolve("stat"), "cpu  1527392 245646 158455 601069 1211 0 1127 766 0 0\ncpu0 1 2 3\n");
        Path limits = Files.writeString(
                folder.resolve("cpu.stat"), "usage_usec 900\nnr_throttled 3\nthrottled_usec 2500000\n");

        Reading reading = new Counters(machine, new CpuLimit(List.of(limits)), Optional.empty()).read();

        assertThat(reading.stolen()).isEqualTo(7.66);
        assertThat(reading.throttled()).isEqualTo(2.5);
    }

    @Test
    void returnsZeroForMissingCounters() throws IOException {
        Path odd = Files.writeString(folder.resolve("stat"), "cpu one two\n");

        Reading reading = new Counters(odd, new CpuLimit(List.of(folder.resolve("none"))), Optional.empty()).read();

        assertThat(reading.stolen()).isZero();
        assertThat(reading.throttled()).isZero();
        assertThat(reading.safepoints()).isEmpty();
    }

    @Test
    void neverDecreasesInThisJvm() {
        Counters counters = Counters.ofThisJvm();
        counters.includeProcess();
        Reading early = counters.read();
        Reading late = counters.read();

        assertThat(late.seconds()).isGreaterThanOrEqualTo(early.seconds());
        assertThat(late.processCpu()).isGreaterThanOrEqualTo(early.processCpu()).isPositive();
        assertThat(late.compiling()).isGreaterThanOrEqualTo(early.compiling());
        assertThat(late.collecting()).isGreaterThanOrEqualTo(early.collecting());
    }

    @Test
    void omitsProcessorTimeIfWaitingTimesSuffice() {
        Reading reading = new Counters(Path.of("/proc/stat"), CpuLimit.ofThisJvm(), Optional.empty()).read();

        assertThat(Double.isNaN(reading.processCpu()))
                .isEqualTo(reading.waiting().isPresent());
    }
}
