// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.Header;
import io.microbench.transport.load.ClientResult.PhaseTimes;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** The base class of clients, which send messages in different ways and measure the returned messages. */
abstract class AbstractLoop implements Receiver {

    final Workload workload;
    /** The content of each message by its number; read before the timing of the message starts. */
    final LongFunction<byte[]> contents;

    final LongSupplier clock;
    final NodeOrder order;
    final Numbering numbering;
    final PhaseTimes legs = PhaseTimes.none();
    final BusyTime busy = new BusyTime();
    final List<Connection> nodes = new ArrayList<>();
    private final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
    private final NodeReports reports = new NodeReports();
    private final long[] perNode;
    private final AtomicLongArray sentOn;
    private final long[] backOn;
    private final Histogram interval = ReceiverReport.histogram();
    private long lastBack;
    private long measuredBack;
    private long answered;
    private long corrupt;

    AbstractLoop(
            Workload workload, Timing timing, LongFunction<byte[]> contents, int nodeCount, LongSupplier nanoClock) {
        this.workload = workload;
        this.contents = contents;
        this.clock = nanoClock;
        order = new NodeOrder(nodeCount, workload.seed());
        numbering = new Numbering(workload.requests(), timing);
        perNode = new long[nodeCount];
        sentOn = new AtomicLongArray(workload.streams());
        backOn = new long[workload.streams()];
    }

    /**
     * Connects to the nodes before the measurement.
     *
     * @param opener connects to a node
     * @param kept receives connections to be closed after the client has ended
     */
    void connect(Opener opener, Consumer<Connection> kept) throws IOException {
        for (int i = 0; i < workload.streams(); i++) {
            for (int node = 0; node < perNode.length; node++) {
                kept.accept(opener.connect(node, this));
            }
        }
    }

    void reported(Connection connection) {
        // By default, nothing is done: the reports of all nodes are requested at the end.
    }

    /** Returns the number of messages that arrived on a stream, as reported by nodes; empty before their reports. */
    OptionalLong arrived(int stream) {
        // Before the start there are no connections.
        return nodes.isEmpty()
                ? OptionalLong.empty()
                : reports.messages(nodes.subList(stream * perNode.length, (stream + 1) * perNode.length));
    }

    /** Removes the node's report on a connection, and returns the number of messages in it. */
    final long forget(Connection connection) {
        return reports.forget(connection);
    }

    /** Prepares the first message, and sends it unless another thread does. */
    abstract void begin();

    /** Removes a message from the messages in flight; returns the index of its connection, empty if it was not in flight. */
    abstract OptionalInt take(Connection connection, Header header);

    abstract void took(Connection connection, Header header);

    /** Records that a measured message has completely returned, and returns its time for the interval. */
    long back(Arrival arrival) {
        busy.back(arrival.lastNanos());
        return arrival.lastNanos() - arrival.header().sent();
    }

    /** Records that the loop stops waiting. */
    void ended(long now) {
        busy.ended(now);
    }

    long busyNanos() {
        return busy.nanos();
    }

    /** Returns the requested messages per second; empty in a closed loop. */
    Optional<Double> perSecond() {
        return Optional.empty();
    }

    /** Frees prepared contents; by default there are none. */
    void release() {}

    /** Ends the loop at its deadline, and returns the problem, if any. */
    Optional<String> overdue(Duration deadline) {
        String problem = "Not all messages came back within " + Durations.text(deadline);
        giveUp(problem);
        return Optional.of(problem);
    }

    /**
     * Starts the loop.
     *
     * @param connections the connections, ordered by stream and then by node
     * @param now the start of the warm-up
     */
    final synchronized void start(List<Connection> connections, long now) {
        nodes.addAll(connections);
        lastBack = numbering.start(now);
        begin();
    }

    /** Completes when all messages have returned, or with a problem. */
    final CompletableFuture<Optional<String>> end() {
        return end;
    }

    @Override
    public final synchronized void received(Connection connection, Arrival arrival) {
        Header header = arrival.header();
        switch (header.kind()) {
            case RECEIPT -> {
                if (header.isMeasured()) {
                    legs.upload().recordValue(arrival.lastNanos() - header.sent());
                }
            }
            case ECHO -> echo(connection, arrival);
            case REPORT -> {
                reports.add(connection, arrival.content().copy(), legs.download());
                reported(connection);
            }
            default -> stop("a frame arrived that a node does not send: " + header);
        }
    }

    private void echo(Connection connection, Arrival arrival) {
        Header header = arrival.header();
        if (end.isDone()) {
            return;
        }
        OptionalInt place = take(connection, header);
        if (place.isEmpty()) {
            stop("message " + header.sequence() + " came back, but is not in flight");
            return;
        }
        boolean measured = header.isMeasured();
        if (measured) {
            legs.firstByte().recordValue(arrival.firstNanos() - header.sent());
            legs.roundTrip().recordValue(arrival.lastNanos() - header.sent());
            measuredBack++;
            backOn[stream(place.getAsInt())]++;
            lastBack = arrival.lastNanos();
            interval.recordValue(back(arrival));
        }
        if (header.legs()) {
            connection.send(header.answer(Header.Kind.ECHO_RECEIPT, 0, header.answered()), ArrayContent.NONE);
        }
        if (!arrival.content().isSame(contents.apply(header.sequence()))) {
            corrupt++;
        } else if (measured) {
            answered++;
            perNode[place.getAsInt() % perNode.length]++;
        }
        took(connection, header);
    }

    final int nodeCount() {
        return perNode.length;
    }

    /** Returns the index of the connection of a stream to the next node. */
    final int next(int stream) {
        return stream * perNode.length + order.next();
    }

    private int stream(int place) {
        return place / perNode.length;
    }

    final void sent(int place) {
        sentOn.incrementAndGet(stream(place));
    }

    final void complete() {
        end.complete(Optional.empty());
    }

    final void stop(String problem) {
        ended(clock.getAsLong());
        end.complete(Optional.of(problem));
        reports.stop(problem);
    }

    final synchronized void giveUp(String problem) {
        if (!end.isDone()) {
            stop(problem + "; " + answered + numbering.ofPlanned() + " messages came back");
        } else {
            reports.stop(problem);
        }
    }

    @Override
    public final void lost(IOException problem) {
        giveUp("The connection was lost: " + problem.getMessage());
    }

    final synchronized List<Transfer> streams() {
        List<Transfer> streams = new ArrayList<>();
        for (int i = 0; i < backOn.length; i++) {
            streams.add(new Transfer(sentOn.get(i), arrived(i).orElse(backOn[i]), backOn[i]));
        }
        return streams;
    }

    /**
     * Ends an interval.
     *
     * @param times receives the times of messages that came back in the interval
     * @return the transfers of each stream so far
     */
    final synchronized List<Transfer> sample(Histogram times) {
        times.add(interval);
        interval.reset();
        return streams();
    }

    /** Returns when the last measured message came back; the start if none did. */
    final synchronized long lastBack() {
        return lastBack;
    }

    /** Requests the measurements of all nodes; the future completes with their arrival, or with a problem. */
    final synchronized CompletableFuture<Optional<String>> askForReports() {
        return reports.ask(nodes);
    }

    final synchronized List<ReceiverReport> reports() {
        return reports.all();
    }

    final synchronized ClientResult result(Optional<String> problem) {
        release();
        return new ClientResult(
                workload.size(),
                answered,
                corrupt,
                numbering.sent() - measuredBack,
                busyNanos(),
                LongStream.of(perNode).boxed().toList(),
                legs,
                perSecond(),
                streams(),
                problem.or(this::nothingMeasured));
    }

    /** Returns a problem if all messages belong to the warm-up. */
    private Optional<String> nothingMeasured() {
        return numbering.sent() > 0
                ? Optional.empty()
                : Optional.of(
                        "No message was sent in the measured time. Use a longer --time, a higher --rate or a smaller"
                                + " --message-size");
    }

    /** Connects to nodes. */
    interface Opener {
        /**
         * Opens a stream to a node.
         *
         * @param node its index
         */
        Connection connect(int node, Receiver receiver) throws IOException;
    }

    /** The time with at least one message in flight; guarded by the lock of its loop. */
    static final class BusyTime {

        private int onTheirWay;
        private long since;
        private long nanos;

        void sent(long now) {
            if (onTheirWay++ == 0) {
                since = now;
            }
        }

        void back(long now) {
            if (--onTheirWay == 0) {
                nanos += now - since;
            }
        }

        void ended(long now) {
            if (onTheirWay > 0) {
                nanos += now - since;
                onTheirWay = 0;
            }
        }

        long nanos() {
            return nanos;
        }
    }

    /** Chooses the node for the next message: all nodes in random order, then all in another random order. */
    static final class NodeOrder {

        private final int[] nodes;
        private final SplittableRandom random;
        private int next;

        /** Creates an order of at least 1 node; the same seed gives the same order. */
        NodeOrder(int count, long seed) {
            nodes = new int[count];
            for (int i = 0; i < count; i++) {
                nodes[i] = i;
            }
            random = new SplittableRandom(seed);
            next = count;
        }

        int next() {
            if (next == nodes.length) {
                shuffle();
                next = 0;
            }
            return nodes[next++];
        }

        /** The Fisher-Yates shuffle, in Durstenfeld's version. */
        private void shuffle() {
            for (int i = nodes.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int kept = nodes[i];
                nodes[i] = nodes[other];
                nodes[other] = kept;
            }
        }
    }
}
