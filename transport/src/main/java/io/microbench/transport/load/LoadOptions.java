// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.TransportException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of both commands for when messages are sent. */
final class LoadOptions {

    private static final double MOST_PER_SECOND = 10_000_000;
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofHours(24);

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Messages per second of all clients together, sent on schedule, independent of answers: an open loop. Without"
                            + " it, each client sends a message when another one is back.")
    private Optional<Double> rate = Optional.empty();

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "With --rate: how long to wait, after the last message, for missing answers."
                    + " Default: ${DEFAULT-VALUE}.")
    private long drainSeconds = 5;

    @Option(
            names = "--time",
            paramLabel = "DURATION",
            description =
                    "How long to send measured messages, such as 10s, instead of --requests; with a row for each --interval.")
    private Optional<String> time = Optional.empty();

    @Option(
            names = "--warmup",
            paramLabel = "DURATION",
            defaultValue = "0s",
            description = "How long to send messages before that without measuring them. Default: ${DEFAULT-VALUE}.")
    private String warmup = "0s";

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "With --time or --json: length of an interval. Default: ${DEFAULT-VALUE}.")
    private String interval = "1s";

    boolean isOpen() {
        return rate.isPresent();
    }

    Timing timing() {
        return new Timing(
                duration("--warmup", warmup, Duration.ZERO), time.map(text -> duration("--time", text, SHORTEST)));
    }

    Duration interval() {
        return duration("--interval", interval, SHORTEST);
    }

    private static Duration duration(String option, String text, Duration least) {
        try {
            Duration parsed = Durations.parse(text);
            if (parsed.compareTo(least) >= 0 && parsed.compareTo(LONGEST) <= 0) {
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            // The same message as below.
        }
        throw new TransportException(String.format(
                "%s %s: expected a number with ms, s, m or h, such as 10s, from %s to %s",
                option, text, Durations.text(least), Durations.text(LONGEST)));
    }

    /**
     * Returns when messages are sent; empty for a closed loop.
     *
     * @param messages the measured messages of all clients, unless there is a time for them
     */
    Optional<Load.Schedule> schedule(long messages, Duration deadline) {
        RunOptions.within("--drain", drainSeconds, Integer.MAX_VALUE);
        rate.ifPresent(perSecond -> check(perSecond, messages, deadline));
        return rate.map(perSecond -> new Load.Schedule(perSecond, Duration.ofSeconds(drainSeconds)));
    }

    private void check(double perSecond, long messages, Duration deadline) {
        if (!(perSecond > 0 && perSecond <= MOST_PER_SECOND)) {
            throw new TransportException("--rate " + perSecond + ": expected above 0 and at most "
                    + (long) MOST_PER_SECOND + " messages per second");
        }
        if (time.isEmpty() && messages / perSecond > deadline.toSeconds()) {
            throw new TransportException(String.format(
                    "%d messages at --rate %s take %.0f s, and --deadline is %d s: ask for fewer, or for a longer deadline",
                    messages, perSecond, Math.ceil(messages / perSecond), deadline.toSeconds()));
        }
    }
}
