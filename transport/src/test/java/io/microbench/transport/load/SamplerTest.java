// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.process.ProcFolder;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import io.microbench.transport.load.LoadMonitor.CpuTimes;
import io.microbench.transport.load.LoadMonitor.Sampler;
import io.microbench.transport.load.LoadRun.IntervalTable;
import io.microbench.transport.load.RunResult.LoadInterval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private final Script script = new Script();
    private final long start = script.now;
    private final ClosedLoop loop = new ClosedLoop(
            new Workload(Script.SIZE, 10, 2, false, 1, 1),
            Timing.NONE,
            sequence -> Script.CONTENT,
            1,
            () -> script.now);

    private void answer(int messages) {
        for (int i = 0; i < messages; i++) {
            script.onTheirWay.remove().run();
        }
    }

    @Test
    void assignsEachMessageToOneInterval() {
        List<LoadInterval> told = new ArrayList<>();
        loop.start(List.of(script.node("a", loop)), script.now);
        Sampler sampler = new Sampler(List.of(loop), start, told::add);
        answer(4);
        sampler.cut(script.now);
        sampler.cut(script.now + 10);
        answer(6);
        List<LoadInterval> intervals = sampler.end();

        assertThat(intervals).isEqualTo(told).hasSize(3);
        assertThat(intervals).extracting(interval -> interval.sum().back()).containsExactly(4L, 0L, 6L);
        assertThat(intervals).extracting(interval -> interval.sum().sent()).containsExactly(6L, 0L, 4L);
        assertThat(intervals.get(0).from()).isZero();
        assertThat(intervals.get(2).from()).isEqualTo(intervals.get(1).to());
        assertThat(intervals.get(2).to()).isEqualTo(10 * Script.TRIP);
        // With two in flight, a message waits for the previous one.
        assertThat(intervals.get(2).median()).isBetween(1998L, 2002L);
        assertThat(intervals.get(1).median()).isZero();
    }

    @Test
    void omitsAnEmptyLastInterval() {
        loop.start(List.of(script.node("a", loop)), script.now);
        Sampler sampler = new Sampler(List.of(loop), start, interval -> {});
        answer(10);
        sampler.cut(script.now);

        assertThat(sampler.end()).hasSize(1);
    }

    @Test
    void printsRowsOfIntervals() {
        IntervalTable table = new IntervalTable(1024, true, new Resolution(25));

        assertThat(table.header().split(" {2,}"))
                .containsExactly("", "Interval", "Messages", "Bytes", "Throughput", "Rate", "Response P50", "P99");
        assertThat(table.row(new LoadInterval(
                                1_000_000_000,
                                3_000_000_000L,
                                List.of(new Transfer(512, 0, 500), new Transfer(512, 0, 524)),
                                41_000,
                                2_500_000))
                        .strip()
                        .split(" {2,}"))
                .containsExactly("1.00 -", "3.00 s", "1024", "2.00 MiB", "1.00 MiB/s", "512.0/s", "41.00µs", "2.50ms");
    }

    @Test
    void parsesProcessorTimesAfterAnyName() {
        assertThat(CpuTimes.parse(
                        "42 (a b) c) S 1 2 3 4 5 6 7 8 9 10 150 25 13 14 20 0 1 0 99 100 101 18446744073709551615"))
                .isEqualTo(new CpuTimes(1.5, 0.25));
        assertThatThrownBy(() -> CpuTimes.parse("no line of stat")).isInstanceOf(RuntimeException.class);
        assertThat(CpuTimes.of(List.of())).isEmpty();
        assertThat(CpuTimes.of(List.of(Long.MAX_VALUE))).isEmpty();
        assertThat(CpuTimes.of(
                        new ProcFolder(Path.of("no such folder")),
                        List.of(ProcessHandle.current().pid())))
                .isEmpty();
    }
}
