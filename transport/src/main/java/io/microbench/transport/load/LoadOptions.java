/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.transport.TransportException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What both commands can be told about when messages are sent. */
final class LoadOptions {

    private static final double MOST_PER_SECOND = 10_000_000;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Messages per second of all clients together, sent on schedule whatever comes back: an open loop. Without"
                            + " it, each client sends a message when another one is back.")
    private Optional<Double> rate = Optional.empty();

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "With --rate: how long to wait, after the last message, for what has not come back."
                    + " Default: ${DEFAULT-VALUE}.")
    private long drainSeconds = 5;

    /** Returns whether messages are sent on schedule. */
    boolean isOpen() {
        return rate.isPresent();
    }

    /** Returns when messages are sent; empty for a closed loop. */
    Optional<Load.Schedule> schedule(long messages, Duration deadline) {
        RunOptions.within("--drain", drainSeconds, Integer.MAX_VALUE);
        rate.ifPresent(perSecond -> {
            if (!(perSecond > 0 && perSecond <= MOST_PER_SECOND)) {
                throw new TransportException("--rate " + perSecond + ": accepted is above 0 and at most "
                        + (long) MOST_PER_SECOND + " messages per second");
            }
            if (messages / perSecond > deadline.toSeconds()) {
                throw new TransportException(String.format(
                        "%d messages at --rate %s take %.0f s, and --deadline is %d s: ask for fewer, or for a longer deadline",
                        messages, perSecond, Math.ceil(messages / perSecond), deadline.toSeconds()));
            }
        });
        return rate.map(perSecond -> new Load.Schedule(perSecond, Duration.ofSeconds(drainSeconds)));
    }
}
