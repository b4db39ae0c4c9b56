// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeMonitorTest {

    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final MonitorHistory history = new MonitorHistory();
    private final List<String> rows = new ArrayList<>();
    private long second;
    private final NodeMonitor monitor = new NodeMonitor(
            history,
            new Clock() {
                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }

                @Override
                public Instant instant() {
                    return START.plusSeconds(second);
                }
            },
            () -> Duration.ofSeconds(second).toNanos());

    NodeMonitorTest() {
        history.listen(sample -> rows.add(sample.node().orElse("?") + " "
                + Duration.between(START, sample.time()).toSeconds() + " " + sample.job() + " " + sample.rate()
                + (sample.silent().isZero() ? "" : " silent " + sample.silent().toSeconds())
                + (sample.lost() ? " lost" : "")));
    }

    @AfterEach
    void close() {
        monitor.close();
    }

    private static MonitorHistory.Sample sample(double rate) {
        // The clock of a node may show any time.
        return new MonitorHistory.Sample(
                Instant.EPOCH, Optional.empty(), "job", Duration.ZERO, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, rate);
    }

    /** Advances one second in which a node reports. */
    private void receive(String node, double rate) {
        second++;
        monitor.heard(node, Optional.of(sample(rate)));
        monitor.look();
    }

    private void passSilently(int seconds) {
        for (int i = 0; i < seconds; i++) {
            second++;
            monitor.look();
        }
    }

    @Test
    void addsNodeAndLocalTimeToSamples() {
        monitor.busy("a", "job");
        monitor.busy("b", "job");

        receive("a", 1);
        receive("b", 2);

        assertThat(rows).containsExactly("a 1 job 1.0", "b 2 job 2.0");
        assertThat(history.get(START.plusSeconds(2)))
                .extracting(MonitorHistory.Sample::node)
                .containsExactly(Optional.of("b"));
    }

    @Test
    void repeatsLastRowOfSilentNodeUntilLost() {
        monitor.busy("a", "job");
        receive("a", 1);

        passSilently(4);
        monitor.lost("a");
        passSilently(4);

        assertThat(rows)
                .containsExactly(
                        "a 1 job 1.0", "a 4 job 1.0 silent 3", "a 5 job 1.0 silent 4", "a 5 job 1.0 silent 4 lost");
        assertThat(history.get(START)).hasSize(1);
    }

    @Test
    void showsNodeThatReturns() {
        monitor.busy("a", "job");
        receive("a", 1);
        passSilently(3);

        receive("a", 2);

        assertThat(rows).containsExactly("a 1 job 1.0", "a 4 job 1.0 silent 3", "a 5 job 2.0");
    }

    @Test
    void doesNotReportNodeWithoutForkAsSilent() {
        monitor.busy("a", "job");
        for (int i = 0; i < 10; i++) {
            second++;
            monitor.heard("a", Optional.empty());
            monitor.look();
        }

        assertThat(rows).isEmpty();
    }

    @Test
    void expectsNothingFromNodeThatHasFinished() {
        monitor.busy("a", "job");
        receive("a", 1);
        monitor.idle("a");
        receive("a", 2);

        passSilently(10);

        assertThat(rows).containsExactly("a 1 job 1.0");
    }

    @Test
    void showsJobOfNodeWithoutSamples() {
        monitor.busy("a", "first");

        passSilently(3);

        assertThat(rows).containsExactly("a 3 first NaN silent 3");
    }
}
