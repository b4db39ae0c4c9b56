// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.monitor.MonitorOutput.MonitorTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonitorTableTest {

    private static final double MIB = 1 << 20;

    private final MonitorTable table = new MonitorTable(List.of());

    private static MonitorHistory.Sample sample(String job, double rate) {
        return new MonitorHistory.Sample(
                Instant.parse("2026-11-20T14:48:44.789Z"),
                Optional.empty(),
                job,
                Duration.ZERO,
                false,
                78.34,
                2,
                0.05,
                8,
                Double.NaN,
                31,
                13.5 * MIB,
                0,
                4.14 * MIB,
                2.3 * MIB,
                rate);
    }

    @Test
    void formatsRow() {
        assertThat(table.lines(sample("a.B.count:n=1,threads=1", 1.394e9)))
                .containsExactly(
                        "Time                   CPU%   JIT%    GC%  Threads  Virtual  Files  Heap MiB  Direct MiB  Meta MiB"
                                + "  Code MiB      Ops/s  a.B.count:n=1,threads=1",
                        "2026-11-20T14:48:44Z   78.3    2.0    0.1        8      n/a     31      13.5         0.0       4.1"
                                + "       2.3     1.39 G");
    }

    @Test
    void showsUnknownValues() {
        double unknown = Double.NaN;
        MonitorHistory.Sample nothing = new MonitorHistory.Sample(
                Instant.EPOCH,
                Optional.empty(),
                "a",
                Duration.ZERO,
                false,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown);

        assertThat(table.lines(nothing).get(1).split(" +", -1))
                .hasSize(12)
                .startsWith("1970-01-01T00:00:00Z", "n/a")
                .endsWith("n/a");
    }

    @Test
    void repeatsHeaderAfterThirtyRows() {
        List<Integer> headers = new ArrayList<>();
        for (int row = 1; row <= 61; row++) {
            if (table.lines(sample("a", 1)).size() == 2) {
                headers.add(row);
            }
        }

        assertThat(headers).containsExactly(1, 31, 61);
    }

    @Test
    void repeatsHeaderForAnotherJob() {
        table.lines(sample("a", 1));
        table.lines(sample("a", 1));

        assertThat(table.lines(sample("b", 1))).hasSize(2).first().asString().endsWith("  b");
        // The count of rows restarts there.
        for (int row = 2; row <= 30; row++) {
            assertThat(table.lines(sample("b", 1))).hasSize(1);
        }
        assertThat(table.lines(sample("b", 1))).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1.5, 1.50",
        "12.345, 12.35",
        "999.94, 999.94",
        "999.996, 1.00 k",
        "706100000, 706.10 M",
        "2.5e12, 2.50 T",
        "4e15, '4,000 T'"
    })
    void formatsRatesWithDecimalPrefixes(double rate, String shown) {
        assertThat(table.lines(sample("a", rate)).get(1)).endsWith(" " + shown);
    }

    @Test
    void alignsHeaderAndRows() {
        List<String> lines = table.lines(sample("a", 1e6));

        assertThat(lines.get(1)).hasSize(lines.get(0).indexOf("Ops/s") + "Ops/s".length());
    }

    private static MonitorHistory.Sample on(String node, String job) {
        return sample(job, 1.394e9)
                .with(Instant.parse("2026-11-20T14:48:44.789Z"), Optional.of(node), Duration.ZERO, false);
    }

    @Test
    void namesNodesAndShowsSilentOrLostOnes() {
        MonitorTable of = new MonitorTable(List.of("a", "long-name"));
        Instant later = Instant.parse("2026-11-20T14:48:49Z");
        List<String> lines = new ArrayList<>(of.lines(on("a", "x.A.one")));
        lines.addAll(of.lines(on("long-name", "x.A.two")));
        lines.addAll(of.lines(on("a", "x.A.one")));
        lines.addAll(of.lines(on("a", "x.A.one").with(later, Optional.of("a"), Duration.ofMillis(4900), false)));
        lines.addAll(of.lines(
                on("long-name", "x.A.three").with(later, Optional.of("long-name"), Duration.ofSeconds(7), true)));

        String values =
                " 78.3    2.0    0.1        8      n/a     31      13.5         0.0       4.1       2.3     1.39 G";
        assertThat(lines)
                .containsExactly(
                        "Time                  Node        CPU%   JIT%    GC%  Threads  Virtual  Files  Heap MiB  Direct MiB"
                                + "  Meta MiB  Code MiB      Ops/s",
                        "# a: x.A.one",
                        "2026-11-20T14:48:44Z  a          " + values,
                        "# long-name: x.A.two",
                        "2026-11-20T14:48:44Z  long-name  " + values,
                        "2026-11-20T14:48:44Z  a          " + values,
                        "2026-11-20T14:48:49Z  a          " + values + "  silent for 4 s",
                        "# long-name: x.A.three",
                        "2026-11-20T14:48:49Z  long-name  " + values + "  lost");
    }

    @Test
    void repeatsJobsOfNodesBelowEachHeader() {
        MonitorTable of = new MonitorTable(List.of("a", "b"));
        List<Integer> lines = new ArrayList<>();
        for (int row = 1; row <= 32; row++) {
            lines.add(of.lines(on(row % 2 == 0 ? "b" : "a", "same")).size());
        }

        assertThat(lines.subList(0, 3)).containsExactly(3, 2, 1);
        assertThat(lines.subList(29, 32)).containsExactly(1, 3, 2);
    }
}
