// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.Options;
import io.microbench.transport.Payloads;
import io.microbench.transport.Relay.Link;
import io.microbench.transport.Size;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportException;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of both commands. */
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
final class RunOptions {

    private static final long DEFAULT_REQUESTS = 100;
    private static final int MOST_NODES = 100;
    private static final int MOST_STREAMS = 1000;
    private static final int MOST_CLIENTS = 1000;
    private static final int MOST_IN_FLIGHT = 1_000_000;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            defaultValue = "nio",
            description = "Transport of the messages; see the command transports. Default: ${DEFAULT-VALUE}.")
    String transport;

    @Option(
            names = "--message-size",
            paramLabel = "SIZE",
            defaultValue = "1M",
            description = "Bytes of a message; with k, M or G for powers of 1024: 500k is 512000. Default:"
                    + " ${DEFAULT-VALUE}.")
    String messageSize;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Number of messages of each client. Default: " + DEFAULT_REQUESTS + ".")
    Optional<Long> requests = Optional.empty();

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "1",
            description = "Messages in flight on each stream. Default: ${DEFAULT-VALUE}.")
    int inFlight;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Streams of a client to each node: connections, or streams of one connection if the transport has them."
                            + " Default: ${DEFAULT-VALUE}.")
    int streams = 1;

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            description =
                    "Opens a stream for each message, at most this many per client at once, instead of --streams that stay open.")
    private Optional<Integer> maxStreams = Optional.empty();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of nodes. Default: ${DEFAULT-VALUE}.")
    int nodes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "Seed of contents and of the order of nodes. Default: ${DEFAULT-VALUE}.")
    long seed;

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description =
                    "Time limit for the last message of a client. Default: none, as long as messages keep arriving (see"
                            + " --silence).")
    Optional<Long> deadlineSeconds = Optional.empty();

    @Option(
            names = "--connect-deadline",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Time limit for a connection. Default: ${DEFAULT-VALUE}.")
    long connectSeconds;

    @Option(names = "--markdown", description = "Prints tables as Markdown.")
    boolean markdown;

    @Option(names = "--json", description = "Prints one JSON document in the format of iperf3 instead of tables.")
    boolean json;

    @Option(names = "--no-legs", description = "Requests no receipts, and measures only round trips.")
    boolean roundTripsOnly;

    @Mixin
    RelayOptions relay;

    @Mixin
    private TransportSettingOptions knobs;

    @Option(
            names = "--silence",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Maximum time without any arrival while a message is awaited. Default: ${DEFAULT-VALUE}.")
    private long silenceSeconds;

    @Option(names = "--counters", description = "Prints the counters of each connection, at both ends.")
    private boolean counters;

    @Mixin
    private LoadOptions load = new LoadOptions();

    Load load(int clients) {
        Workload workload = workload(clients);
        return new Load(
                workload,
                clients,
                maxStreams.isPresent(),
                load.timing(),
                load.schedule(workload.requests() * clients, deadline()),
                load.interval(),
                deadline());
    }

    private long requests() {
        if (load.timing().time().isEmpty()) {
            return requests.orElse(DEFAULT_REQUESTS);
        }
        if (requests.isPresent()) {
            throw new TransportException("--requests " + requests.get() + " and --time: expected one of them");
        }
        return Long.MAX_VALUE;
    }

    private Workload workload(int clients) {
        long messages = requests();
        within("--requests", messages, Long.MAX_VALUE);
        within("--in-flight", inFlight, MOST_IN_FLIGHT);
        int most = maxStreams.orElse(1);
        within("--max-streams", most, MOST_STREAMS);
        if (maxStreams.isPresent() && (load.isOpen() || inFlight != 1 || streams != 1)) {
            throw new TransportException(
                    "--max-streams " + most
                            + " and --rate, --in-flight or --streams: expected one of them. A stream then carries a single message");
        }
        if (load.isOpen() && inFlight != 1) {
            throw new TransportException("--in-flight " + inFlight + " and --rate: expected one of them");
        }
        within("--streams", streams, MOST_STREAMS);
        within("--nodes", nodes, MOST_NODES);
        within("--clients", clients, MOST_CLIENTS);
        deadlineSeconds.ifPresent(seconds -> within("--deadline", seconds, Integer.MAX_VALUE));
        within("--silence", silenceSeconds, Integer.MAX_VALUE);
        within("--connect-deadline", connectSeconds, Integer.MAX_VALUE / 1000);
        int size = Size.parse(messageSize);
        Size.checkFits(
                size,
                Payloads.count(size),
                Math.min((long) inFlight * streams * most, messages) * clients,
                Runtime.getRuntime().maxMemory());
        return new Workload(size, messages, inFlight, !roundTripsOnly, streams * most, seed);
    }

    static void within(String option, long value, long most) {
        if (value < 1 || value > most) {
            throw new TransportException(
                    option + " " + value + ": expected 1 " + (most == Long.MAX_VALUE ? "or more" : "to " + most));
        }
    }

    private static Duration duration(String option, String text, Duration least, Duration longest) {
        try {
            Duration parsed = Durations.parse(text);
            if (parsed.compareTo(least) >= 0 && parsed.compareTo(longest) <= 0) {
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            // The error is reported below.
        }
        throw new TransportException(String.format(
                "%s %s: expected a number with ms, s, m or h, such as 10s, from %s to %s",
                option, text, Durations.text(least), Durations.text(longest)));
    }

    Options options(Transport transport) {
        return Options.DEFAULT
                .knobs(knobs.of(transport))
                .inFlight(load.isOpen() ? Integer.MAX_VALUE : inFlight)
                .connectDeadline(Duration.ofSeconds(connectSeconds));
    }

    Observer observer(Consumer<String> out, Consumer<String> err) {
        return new Observer(
                load.isOpen() ? Observer.ANY_SILENCE : Duration.ofSeconds(silenceSeconds),
                knobs.isRequested(),
                counters,
                out,
                err);
    }

    private Duration deadline() {
        return deadlineSeconds.map(Duration::ofSeconds).orElse(Observer.ANY_SILENCE);
    }

    /** The options of a relay between clients and nodes. */
    @SuppressWarnings("NullAway.Init") // Picocli sets the fields.
    static final class RelayOptions {

        private static final Duration LONGEST = Duration.ofMinutes(1);

        @Option(
                names = "--delay",
                paramLabel = "TIME",
                defaultValue = "0ms",
                description = "Delay that a relay adds in each direction, such as 10ms; a round trip has it twice.")
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
            Duration each = duration("--delay", delay, Duration.ZERO, LONGEST);
            Duration most = duration("--jitter", jitter, Duration.ZERO, each);
            double share = share();
            return each.isZero() && share == 0 ? Optional.empty() : Optional.of(new Link(each, most, share, seed));
        }

        private double share() {
            String number = loss.strip().replaceFirst("%$", "");
            try {
                double percent = new BigDecimal(number).doubleValue();
                if (percent >= 0 && percent <= 100) {
                    return percent / 100;
                }
            } catch (NumberFormatException e) {
                // The error is reported below, like a number that is out of range.
            }
            throw new TransportException(
                    "--loss \"" + loss + "\": expected a percentage from 0% to 100%, such as 0.5%");
        }
    }

    /** The options, common to both commands, that control when messages are sent. */
    static final class LoadOptions {

        private static final double MOST_PER_SECOND = 10_000_000;
        private static final Duration SHORTEST = Duration.ofMillis(10);
        private static final Duration LONGEST = Duration.ofHours(24);

        @Option(
                names = "--rate",
                paramLabel = "N",
                description =
                        "Messages per second of all clients together, sent on schedule, independent of answers: an open loop. Without"
                                + " it, each client sends a message whenever an earlier one has come back.")
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
                description = "How long to send messages before the measurement. Default: ${DEFAULT-VALUE}.")
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
                    duration("--warmup", warmup, Duration.ZERO, LONGEST),
                    time.map(text -> duration("--time", text, SHORTEST, LONGEST)));
        }

        Duration interval() {
            return duration("--interval", interval, SHORTEST, LONGEST);
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
                        "%d messages at --rate %s take %.0f s, but --deadline is %d s: expected fewer messages, or a"
                                + " longer deadline",
                        messages, perSecond, Math.ceil(messages / perSecond), deadline.toSeconds()));
            }
        }
    }
}
