// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.fanout.RoundRates.CommonWindow;
import io.microbench.fanout.RoundRates.NodeTimes;
import io.microbench.fanout.SnippetReply.CallCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommonWindowTest {

    private static final long MILLI = 1_000_000;

    /** Returns readings 10 ms apart on a clock with an arbitrary zero, with this many calls per millisecond. */
    private static List<CallCount> readings(long origin, int millis, int rate) {
        List<CallCount> readings = new ArrayList<>();
        for (int at = 0; at <= millis; at += 10) {
            readings.add(new CallCount(origin + at * MILLI, 1000 + (long) at * rate));
        }
        return readings;
    }

    private static NodeTimes times(long earliest, long latest, List<CallCount> readings) {
        return new NodeTimes(earliest * MILLI, latest * MILLI, readings);
    }

    @Test
    void boundsStartByCommandAndAnswer() {
        NodeTimes times = NodeTimes.of(100, 140, 1000, 1500, List.of(new CallCount(-7, 0), new CallCount(993, 5)));

        // It measured for 1000 and ended between the stop command at 1000 and its answer at 1500, so it started between
        // 0 and 500. The start command and its answer (100 and 140) give narrower bounds.
        assertThat(times.earliest()).isEqualTo(100);
        assertThat(times.latest()).isEqualTo(140);
    }

    @Test
    void boundsStartByEndAndDuration() {
        NodeTimes times = NodeTimes.of(100, 140, 1110, 1130, List.of(new CallCount(0, 0), new CallCount(1000, 5)));

        assertThat(times.earliest()).isEqualTo(110);
        assertThat(times.latest()).isEqualTo(130);
    }

    @Test
    void ignoresEndIfClocksDisagree() {
        NodeTimes times = NodeTimes.of(100, 140, 1300, 1310, List.of(new CallCount(0, 0), new CallCount(1000, 5)));

        assertThat(times.earliest()).isEqualTo(100);
        assertThat(times.latest()).isEqualTo(140);
    }

    @Test
    void limitsWindowToCertainTime() {
        NodeTimes one = times(0, 5, readings(0, 1000, 3));
        NodeTimes other = times(100, 130, readings(777, 1000, 3));

        CommonWindow window = CommonWindow.of(List.of(one, other));

        assertThat(window.from()).isEqualTo(130 * MILLI);
        assertThat(window.to()).isEqualTo(1000 * MILLI);
        assertThat(CommonWindow.spread(List.of(one, other))).isEqualTo(130 * MILLI);
        // Up to 30 ms at both ends of the other node may be outside.
        assertThat(window.inside(other).get(0)).isEqualTo(other.readings().get(3));
        assertThat(window.covered(other)).isEqualTo((870 - 30) * MILLI);
        assertThat(window.covered(one)).isEqualTo((990 - 130) * MILLI);
    }

    @Test
    void returnsEmptyWithoutOverlap() {
        NodeTimes one = times(0, 5, readings(0, 100, 3));
        NodeTimes other = times(200, 205, readings(0, 100, 3));

        CommonWindow window = CommonWindow.of(List.of(one, other));

        assertThat(window.nanos()).isZero();
        assertThat(window.covered(one)).isZero();
        assertThat(RoundRates.of(Map.of("a", one, "b", other), 1, Duration.ofMillis(50)))
                .isEmpty();
    }

    @Test
    void countsOnlyCallsInWindow() {
        // Node a runs alone for 500 ms, and then at half the rate.
        List<CallCount> slower = new ArrayList<>();
        for (int at = 0; at <= 1500; at += 10) {
            slower.add(new CallCount(at * MILLI, Math.min(at, 500) * 10L + Math.max(0, at - 500) * 5L));
        }
        Map<String, NodeTimes> nodes = new LinkedHashMap<>();
        nodes.put("a", times(0, 0, slower));
        nodes.put("b", times(500, 500, readings(42, 1000, 7)));

        RoundRates rates = RoundRates.of(nodes, 4, Duration.ofMillis(240)).orElseThrow();

        assertThat(rates.nodes().get("a")).hasSize(4).allSatisfy(rate -> assertThat(rate)
                .isCloseTo(5000, within(1e-6)));
        assertThat(rates.nodes().get("b")).hasSize(4).allSatisfy(rate -> assertThat(rate)
                .isCloseTo(7000, within(1e-6)));
        assertThat(rates.sums()).hasSize(4).allSatisfy(rate -> assertThat(rate).isCloseTo(12000, within(1e-6)));
        assertThat(rates.spread()).isEqualTo(500 * MILLI);
        assertThat(rates.window()).isEqualTo(1000 * MILLI);
    }

    @Test
    void shortensSamplesOfShortWindow() {
        Map<String, NodeTimes> nodes = Map.of("a", times(0, 0, readings(0, 300, 2)));

        assertThat(RoundRates.of(nodes, 2, Duration.ofMillis(200)).orElseThrow().sums())
                .containsExactly(2000.0, 2000.0);
        assertThat(RoundRates.of(nodes, 2, Duration.ofMillis(400))).isEmpty();
    }

    /** Only calls in the true window count, whatever the clocks of nodes show and whenever messages arrive. */
    @Test
    void ignoresReadingsOutsideTrueWindow() {
        Random random = new Random(7);
        for (int trial = 0; trial < 500; trial++) {
            Map<String, NodeTimes> nodes = new LinkedHashMap<>();
            Map<String, Long> starts = new LinkedHashMap<>();
            long from = 0;
            long to = Long.MAX_VALUE;
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                long start = random.nextInt(50) * MILLI;
                long length = (200 + random.nextInt(20) * 10) * MILLI;
                long origin = random.nextLong() >> 2;
                List<CallCount> readings = new ArrayList<>();
                for (long at = 0; at <= length; at += 10 * MILLI) {
                    readings.add(new CallCount(origin + at, at));
                }
                String name = "n" + i;
                starts.put(name, start);
                nodes.put(
                        name,
                        NodeTimes.of(
                                start - random.nextInt(30) * MILLI,
                                start + random.nextInt(30) * MILLI,
                                start + length - random.nextInt(30) * MILLI,
                                start + length + random.nextInt(30) * MILLI,
                                readings));
                from = Math.max(from, start);
                to = Math.min(to, start + length);
            }
            CommonWindow window = CommonWindow.of(List.copyOf(nodes.values()));
            for (Map.Entry<String, NodeTimes> node : nodes.entrySet()) {
                long origin = node.getValue().readings().get(0).nanos();
                for (CallCount reading : window.inside(node.getValue())) {
                    assertThat(starts.getOrDefault(node.getKey(), 0L) + reading.nanos() - origin)
                            .isBetween(from, to);
                }
            }
        }
    }
}
