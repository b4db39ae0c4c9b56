// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.cluster.ChildNode;
import io.microbench.cluster.Member;
import io.microbench.cluster.Nodes;
import io.microbench.text.Counted;
import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.Places;
import io.microbench.transport.Places.EchoService;
import io.microbench.transport.Relay;
import io.microbench.transport.Relay.Link;
import io.microbench.transport.Transport;
import io.microbench.transport.load.ClientResult.Fairness;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.RunResult.LoadInterval;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Starts nodes, runs clients, prints the tables, and stops the nodes. */
final class LoadRun {

    private final RunOptions options;
    private final PrintWriter out;
    private final Resolution resolution = Resolution.ofThisClock();
    private final PrintWriter err;
    private final List<String> notes = new ArrayList<>();

    LoadRun(RunOptions options, PrintWriter out, PrintWriter err) {
        this.err = err;
        this.options = options;
        this.out = out;
    }

    /** Runs the load and returns the exit status: 1 if not all messages came back unchanged. */
    int run(int clients) throws IOException, InterruptedException {
        Load load = options.load(clients);
        options.relay.link();
        Transport transport = Transport.usable(options.transport);
        options.options(transport);
        RunResult result =
                transport.reachesProcesses() ? betweenProcesses(transport, load) : withinThisJvm(transport, load);
        if (options.json) {
            out.print(new JsonDocument(result).text(options.transport, notes));
        } else {
            print(result.clients());
        }
        out.flush();
        return result.isWhole() ? 0 : 1;
    }

    private RunResult betweenProcesses(Transport transport, Load load) throws IOException, InterruptedException {
        try (Nodes nodes = Nodes.start(options.nodes, List.of(EchoService.class))) {
            List<Member> members = nodes.children().stream()
                    .map(child -> nodes.parent().member(child.name()).orElseThrow())
                    .toList();
            List<Long> processes = nodes.children().stream().map(ChildNode::pid).toList();
            return run(Places.open(transport, options.options(transport), nodes.parent(), members), load, processes);
        }
    }

    private RunResult withinThisJvm(Transport transport, Load load) throws IOException, InterruptedException {
        return run(Places.inThisJvm(transport, options.options(transport), options.nodes), load, List.of());
    }

    private RunResult run(Places direct, Load load, List<Long> processes) throws IOException, InterruptedException {
        Optional<Link> link = options.relay.link();
        Observer observer = options.observer(options.json ? notes::add : out::println, err::println);
        try (Places places = link.isPresent() ? direct.relayed(link.get()) : direct) {
            RunResult result = Run.of(places, load, processes, observer, rows(load));
            link.ifPresent(passed -> notes.add(RelayText.of(passed, places.relays())));
            return result;
        }
    }

    /** Returns the printer of a row for each interval, if intervals are shown. */
    private Consumer<LoadInterval> rows(Load load) {
        if (options.json || load.timing().time().isEmpty()) {
            return interval -> {};
        }
        IntervalTable table =
                new IntervalTable(load.workload().size(), load.schedule().isPresent(), resolution);
        out.println(table.header());
        out.flush();
        return interval -> {
            out.println(table.row(interval));
            out.flush();
        };
    }

    private void print(List<ClientResult> results) {
        MessageTable table = new MessageTable(resolution);
        for (int i = 0; i < results.size(); i++) {
            print(table, "Client " + i, results.get(i));
        }
        if (results.size() > 1) {
            print(table, "All clients", ClientResult.merged(results));
        }
        notes.forEach(out::println);
    }

    private void print(MessageTable table, String who, ClientResult result) {
        out.println(options.markdown ? table.markdown(who, result) : table.text(who, result));
        if (options.streams > 1) {
            out.println(Fairness.of(result.streams()).text() + "\n");
        }
        if (result.perNode().size() > 1) {
            out.println("Messages per node: " + result.perNode() + "\n");
        }
    }

    /** Formats the counters of relays as a line. */
    static final class RelayText {
        private RelayText() {}

        static String of(Link link, List<Relay> relays) {
            long all =
                    relays.stream().mapToLong(relay -> relay.counters().all()).sum();
            long lost = relays.stream()
                    .mapToLong(relay -> relay.counters().losses())
                    .sum();
            return "Relay, each way: delay " + time(link.delay()) + ", jitter " + time(link.jitter())
                    + ", loss " + percent(link.loss()) + ", seed " + link.seed() + "; "
                    + Counted.of(all, "segment or datagram", "segments or datagrams") + " passed, " + lost
                    + " of them lost" + late(relays);
        }

        /**
         * Returns the delay with which data was sent: the time that the relay adds in each direction beyond the
         * requested delay.
         */
        private static String late(List<Relay> relays) {
            Histogram all = ReceiverReport.histogram();
            relays.forEach(relay -> all.add(relay.counters().late()));
            return all.getTotalCount() == 0
                    ? ""
                    : "; additional delay " + late(all, 50) + " (P50), " + late(all, 99) + " (P99)";
        }

        private static String late(Histogram all, double percentile) {
            return new Resolution(1).duration((double) all.getValueAtPercentile(percentile));
        }

        private static String time(Duration duration) {
            return duration.isZero() ? "0" : new Resolution(1).duration((double) duration.toNanos());
        }

        private static String percent(double share) {
            return BigDecimal.valueOf(share)
                            .movePointRight(2)
                            .stripTrailingZeros()
                            .toPlainString() + "%";
        }
    }

    /**
     * Formats a row for each interval, for a console.
     *
     * @param size bytes of a message
     * @param open whether messages are sent on schedule: then times are response times, otherwise round trips
     */
    record IntervalTable(int size, boolean open, Resolution resolution) {

        String header() {
            return String.format(
                    Locale.ROOT,
                    "%17s  %10s  %12s  %14s  %12s  %12s  %10s",
                    "Interval",
                    "Messages",
                    "Bytes",
                    "Throughput",
                    "Rate",
                    (open ? "Response" : "Trip") + " P50",
                    "P99");
        }

        /** Returns a row with the messages that came back, and the bytes of both directions. */
        String row(LoadInterval interval) {
            Transfer sum = interval.sum();
            double bytes = (double) size * (sum.sent() + sum.back());
            return String.format(
                    Locale.ROOT,
                    "%6.2f - %6.2f s  %10d  %12s  %14s  %10.1f/s  %12s  %10s",
                    interval.from() / 1e9,
                    interval.to() / 1e9,
                    sum.back(),
                    Resolution.bytes(bytes),
                    Resolution.bytes(bytes / interval.seconds()) + "/s",
                    sum.back() / interval.seconds(),
                    sum.back() == 0 ? "" : resolution.duration((double) interval.median()),
                    sum.back() == 0 ? "" : resolution.duration((double) interval.p99()));
        }
    }
}
