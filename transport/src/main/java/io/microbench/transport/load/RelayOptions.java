// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.Relay.Link;
import io.microbench.transport.TransportException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a relay between clients and nodes. */
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
final class RelayOptions {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            defaultValue = "0ms",
            description = "Delay that a relay adds in each direction, such as 10ms, so twice that to a round trip.")
    private String delay;

    @Option(
            names = "--jitter",
            paramLabel = "TIME",
            defaultValue = "0ms",
            description = "Maximum deviation of a delay, at most the delay itself.")
    private String jitter;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            defaultValue = "0%",
            description = "Share of segments or datagrams that a relay loses in each direction, such as 1%%.")
    private String loss;

    @Option(
            names = "--relay-seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "Seed of jitter and loss. Default: ${DEFAULT-VALUE}.")
    private long seed;

    Optional<Link> link() {
        Duration each = duration("--delay", delay, LONGEST);
        Duration most = duration("--jitter", jitter, each);
        double share = share();
        return each.isZero() && share == 0 ? Optional.empty() : Optional.of(new Link(each, most, share, seed));
    }

    private static Duration duration(String option, String text, Duration longest) {
        try {
            Duration read = Durations.parse(text);
            if (read.compareTo(longest) <= 0) {
                return read;
            }
        } catch (IllegalArgumentException e) {
            // The same message as for times that are too long.
        }
        throw new TransportException(
                option + " \"" + text + "\": expected a time with its unit, such as 10ms, of at most "
                        + Durations.text(longest) + (option.equals("--jitter") ? ", which is the delay" : ""));
    }

    private double share() {
        String number = loss.strip().replaceFirst("%$", "");
        try {
            double percent = new BigDecimal(number).doubleValue();
            if (percent >= 0 && percent <= 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // The same message as for numbers that are out of range.
        }
        throw new TransportException("--loss \"" + loss + "\": expected a percentage from 0% to 100%, such as 0.5%");
    }
}
