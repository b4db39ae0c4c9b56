// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Counted;
import io.microbench.transport.LegReport;
import io.microbench.transport.Link;
import io.microbench.transport.Relay;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Formats the counters of relays as a line. */
final class RelayText {

    private RelayText() {}

    static String of(Link link, List<Relay> relays) {
        long all = relays.stream().mapToLong(relay -> relay.counters().all()).sum();
        long lost =
                relays.stream().mapToLong(relay -> relay.counters().losses()).sum();
        return "Relay, each way: delay " + time(link.delay()) + ", jitter " + time(link.jitter())
                + ", loss " + percent(link.loss()) + ", seed " + link.seed() + "; "
                + Counted.of(all, "segment or datagram", "segments or datagrams") + " passed, " + lost
                + " of them lost" + late(relays);
    }

    /** Returns how late frames left: the share of a time that the relay adds in each direction, beyond the delay. */
    private static String late(List<Relay> relays) {
        Histogram all = LegReport.histogram();
        relays.forEach(relay -> all.add(relay.counters().late()));
        return all.getTotalCount() == 0
                ? ""
                : "; they left later than that by " + late(all, 50) + " (P50), " + late(all, 99) + " (P99)";
    }

    private static String late(Histogram all, double percentile) {
        return new Resolution(1).duration((double) all.getValueAtPercentile(percentile));
    }

    private static String time(Duration duration) {
        return duration.isZero() ? "0" : new Resolution(1).duration((double) duration.toNanos());
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}
