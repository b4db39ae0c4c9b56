// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.fork.ForkGauge;
import io.microbench.fork.ForkGauge.Slot;
import io.microbench.monitor.ForkSampler.Gauge;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkSamplerTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path proc;

    private Path gauge;
    private ForkSampler sampler;

    @BeforeEach
    void prepare() throws IOException {
        gauge = proc.resolve("gauge");
        sampler = new ForkSampler(7, "a.B.count", proc);
        Files.createDirectories(proc.resolve("7/fd/0"));
        Files.createDirectories(proc.resolve("7/fd/1"));
    }

    private static String stat(String name, int user, int system) {
        return "1 (" + name + ") S 1 2 3 4 5 6 7 8 9 10 " + user + " " + system + " 0 0 20 0 1 0\n";
    }

    private void process(int ticks) throws IOException {
        Files.createDirectories(proc.resolve("7"));
        Files.writeString(proc.resolve("7/stat"), stat("java", ticks, 0));
    }

    private void thread(int id, String name, int user, int system) throws IOException {
        Path task = Files.createDirectories(proc.resolve("7/task/" + id));
        Files.writeString(task.resolve("stat"), stat(name, user, system));
    }

    private Gauge gauge(long round) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(ForkGauge.SIZE).order(ByteOrder.nativeOrder());
        for (Slot slot : Slot.values()) {
            bytes.putLong(slot == Slot.VIRTUAL_THREADS ? ForkGauge.UNKNOWN : slot == Slot.ROUND ? round : slot.place());
        }
        Files.write(gauge, bytes.array());
        return Gauge.read(gauge).orElseThrow();
    }

    private Optional<MonitorHistory.Sample> sample(long round, long second) throws IOException {
        return sampler.sample(gauge(round), Instant.EPOCH.plusSeconds(second), second * SECOND, 5);
    }

    @Test
    void computesProcessorTimesSinceLastSample() throws IOException {
        process(1000);
        thread(1, "C2 CompilerThre", 300, 20);
        thread(2, "GC Thread#0", 10, 0);
        thread(3, "VM Thread", 1, 0);
        thread(4, "odd) name (x", 500, 0);
        assertThat(sample(1, 10)).isEmpty();

        process(1250);
        thread(1, "C2 CompilerThre", 340, 30);
        thread(2, "GC Thread#0", 20, 2);
        thread(3, "VM Thread", 9, 0);
        MonitorHistory.Sample sample = sample(2, 12).orElseThrow();

        assertThat(sample.cpu()).isCloseTo(125, within(0.001));
        assertThat(sample.jitCpu()).isCloseTo(25, within(0.001));
        assertThat(sample.gcCpu()).isCloseTo(10, within(0.001));
        assertThat(sample.files()).isEqualTo(2);
        assertThat(sample.rate()).isEqualTo(5);
        assertThat(sample.job()).isEqualTo("a.B.count");
    }

    @Test
    void readsOtherValuesFromFork() throws IOException {
        process(1);
        thread(1, "main", 1, 0);
        sample(1, 1);
        MonitorHistory.Sample sample = sample(2, 2).orElseThrow();

        assertThat(sample.heap()).isEqualTo(Slot.HEAP.place());
        assertThat(sample.direct()).isEqualTo(Slot.DIRECT.place());
        assertThat(sample.metaspace()).isEqualTo(Slot.METASPACE.place());
        assertThat(sample.code()).isEqualTo(Slot.CODE.place());
        assertThat(sample.threads()).isEqualTo(Slot.THREADS.place());
        assertThat(sample.virtualThreads()).isNaN();
    }

    /** A compiler thread ends when there is nothing to compile. */
    @Test
    void keepsTimeOfEndedThread() throws IOException {
        process(100);
        thread(1, "C1 CompilerThre", 50, 0);
        sample(1, 1);
        Files.delete(proc.resolve("7/task/1/stat"));

        assertThat(sample(2, 2).orElseThrow().jitCpu()).isZero();
    }

    @Test
    void readsMemoryOfForkWithoutProc() throws IOException {
        ForkSampler elsewhere = new ForkSampler(8, "a", proc.resolve("none"));
        elsewhere.sample(gauge(1), Instant.EPOCH, SECOND, 5);
        MonitorHistory.Sample sample =
                elsewhere.sample(gauge(2), Instant.EPOCH, 2 * SECOND, 5).orElseThrow();

        assertThat(sample.cpu()).isNaN();
        assertThat(sample.files()).isNaN();
        assertThat(sample.heap()).isEqualTo(Slot.HEAP.place());
    }

    @Test
    void returnsNothingForEndedFork() throws IOException {
        process(100);
        thread(1, "main", 1, 0);
        sample(1, 1);
        assertThat(sample(2, 2)).isPresent();
        Files.delete(proc.resolve("7/stat"));

        assertThat(sample(2, 3)).isEmpty();
        assertThat(sample(2, 4)).isEmpty();
    }

    @Test
    void treatsUnchangedGaugeAsEndedFork() throws IOException {
        ForkSampler elsewhere = new ForkSampler(8, "a", proc.resolve("none"));
        for (int second = 1; second <= 3; second++) {
            elsewhere.sample(gauge(4), Instant.EPOCH, second * SECOND, 5);
        }

        assertThat(elsewhere.sample(gauge(4), Instant.EPOCH, 4 * SECOND, 5)).isEmpty();
        assertThat(elsewhere.sample(gauge(5), Instant.EPOCH, 5 * SECOND, 5)).isPresent();
    }

    @Test
    void returnsNothingBeforeFirstRoundOfGauge() throws IOException {
        Gauge.clear(gauge);
        assertThat(Gauge.read(gauge)).isEmpty();

        gauge(1);
        assertThat(Gauge.read(gauge)).isPresent();
        Gauge.clear(gauge);
        assertThat(Gauge.read(gauge)).isEmpty();
        assertThat(Gauge.read(proc.resolve("missing"))).isEmpty();
    }
}
