// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.load.ClientResult.PhaseTimes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageTableTest {

    private static final int SIZE = 512_000;
    private static final MessageTable TABLE = new MessageTable(new Resolution(25));

    private static ClientResult result(int messages, long nanos, PhaseTimes legs) {
        return new ClientResult(
                SIZE,
                messages,
                0,
                0,
                nanos,
                List.of((long) messages),
                legs,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    @Test
    void printsTheExampleOfLunatic() {
        PhaseTimes legs = PhaseTimes.none();
        legs.upload().recordValueWithCount(3_200_000, 1024);

        assertThat(TABLE.text("Client 0", result(1024, 16_280_000_000L, legs))).startsWith("""
                Client 0 stats:
                Overall upload stats:

                Transferred  500.00 MiB in 1024 messages in 16.28s (30.71 MiB/s)

                Message upload metrics:

                       │  Throughput   │ Duration
                ───────┼───────────────┼──────────
                 AVG   │  152.""");
    }

    /** Lunatic's mean of rates was 250 MiB/s here, and its truncated milliseconds were 0 and 4. */
    @Test
    void averagesAllBytesOverAllTime() {
        PhaseTimes legs = PhaseTimes.none();
        legs.upload().recordValue(976_562);
        legs.upload().recordValue(4_882_812);

        String text = TABLE.text("Client 0", result(2, 5_859_374, legs));

        assertThat(text).contains(" AVG   │  166.").contains("│    2.93ms\n");
        assertThat(text).contains("│  976.", "│    4.89ms\n");
    }

    @Test
    void sortsColumnsIndependently() {
        PhaseTimes legs = PhaseTimes.none();
        for (int i = 1; i <= 1000; i++) {
            legs.roundTrip().recordValue(i * 1_000_000L);
        }

        List<String> rows = TABLE.text("Client 0", result(1000, 1, legs))
                .lines()
                .filter(line -> line.startsWith(" "))
                .filter(line -> !line.contains("Throughput"))
                .toList();

        assertThat(rows)
                .extracting(row -> row.substring(1, 6).strip())
                .containsExactly("AVG", "P0", "P10", "P50", "P90", "P99", "P99.9", "P100");
        // Both directions: 1,024,000 bytes in 1 ms, and in 1 s; buckets are a thousandth wide.
        assertThat(rows.get(1)).contains("976.", " MiB/s", "999.");
        assertThat(rows.get(7)).contains("KiB/s", "1.00s");
        assertThat(TABLE.text("Client 0", result(1000, 1, legs)))
                .contains("\nP0 is the fastest message and P100 the slowest, in both columns.\n");
    }

    @Test
    void printsAnUpperBoundBelowTheResolution() {
        PhaseTimes legs = PhaseTimes.none();
        legs.upload().recordValue(0);

        assertThat(TABLE.text("Client 0", result(1, 0, legs))).contains("<25ns").doesNotContain(" 0.00");
    }

    @ParameterizedTest
    @CsvSource({
        "25, 25.00ns",
        "24, <25ns",
        "999.994, 999.99ns",
        "999.996, 1.00µs",
        "3200000, 3.20ms",
        "16280000000, 16.28s"
    })
    void printsDurationsWithTwoDecimals(double nanos, String text) {
        assertThat(new Resolution(25).duration(nanos)).isEqualTo(text);
    }

    @Test
    void marksAnIncompleteRun() {
        PhaseTimes legs = PhaseTimes.none();
        legs.roundTrip().recordValue(1_000_000);
        ClientResult cut = new ClientResult(
                SIZE,
                1,
                2,
                0,
                1_000_000,
                List.of(1L),
                legs,
                Optional.empty(),
                List.of(),
                Optional.of("The connection was lost"));

        assertThat(TABLE.text("Client 0", cut))
                .contains("1 message in 1.00ms")
                .contains("2 messages came back with other content")
                .contains("INCOMPLETE: The connection was lost");
        assertThat(TABLE.markdown("Client 0", cut))
                .contains("|  | Throughput | Duration |")
                .contains("INCOMPLETE");
    }

    @Test
    void addsUpConcurrentClients() {
        PhaseTimes legs = PhaseTimes.none();
        legs.roundTrip().recordValue(1_000_000);
        ClientResult merged = ClientResult.merged(List.of(result(1, 2_000_000, legs), result(1, 3_000_000, legs)));

        assertThat(merged.messages()).isEqualTo(2);
        assertThat(merged.busyNanos()).isEqualTo(3_000_000);
        assertThat(merged.perNode()).containsExactly(2L);
        assertThat(merged.legs().roundTrip().getTotalCount()).isEqualTo(2);
    }
}
