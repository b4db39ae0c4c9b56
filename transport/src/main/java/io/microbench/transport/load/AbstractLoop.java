// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.ArrayContent;
import io.microbench.transport.Arrival;
import io.microbench.transport.Connection;
import io.microbench.transport.Header;
import io.microbench.transport.LegReport;
import io.microbench.transport.Receiver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** A client: sends messages in its own way, and measures those that come back. */
abstract class AbstractLoop implements Receiver {

    final Workload workload;
    final Contents contents;
    final LongSupplier clock;
    final NodeOrder order;
    final Numbering numbering;
    final Legs legs = Legs.none();
    final List<Connection> nodes = new ArrayList<>();
    private final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
    private final NodeReports reports = new NodeReports();
    private final long[] perNode;
    private final AtomicLongArray sentOn;
    private final long[] backOn;
    private final Histogram interval = LegReport.histogram();
    private long lastBack;
    private long measuredBack;
    private long answered;
    private long corrupt;

    AbstractLoop(Workload workload, Timing timing, Contents contents, int nodeCount, LongSupplier nanoClock) {
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
     * Connects, before anything is measured.
     *
     * @param opener connects to a node
     * @param kept takes connections that are to be closed when the client has ended
     */
    void connect(Opener opener, Consumer<Connection> kept) throws IOException {
        for (int i = 0; i < workload.streams(); i++) {
            for (int node = 0; node < perNode.length; node++) {
                kept.accept(opener.connect(node, this));
            }
        }
    }

    /** Notes that the other end of a connection has reported. */
    void reported(Connection connection) {
        // Whoever asks all nodes at the end waits for all of them.
    }

    /** Returns how many messages arrived on a stream, as nodes say; empty if they have not said it. */
    OptionalLong arrived(int stream) {
        // Nothing is connected before it begins.
        return nodes.isEmpty()
                ? OptionalLong.empty()
                : reports.messages(nodes.subList(stream * perNode.length, (stream + 1) * perNode.length));
    }

    /** Returns how many messages arrived at the other end of a connection that was asked, and forgets it. */
    final long forget(Connection connection) {
        return reports.forget(connection);
    }

    /** Prepares for the first message, and sends it where no other thread does. */
    abstract void begin();

    /** Forgets that a message is on its way; returns the place of its connection, or nothing if it was not. */
    abstract OptionalInt take(Connection connection, Header header);

    /** Goes on after a message was back, whose content was compared. */
    abstract void took(Connection connection, Header header);

    /** Notes that a measured message is back as a whole; returns the time that is shown of it in its interval. */
    abstract long back(Arrival arrival);

    /** Notes that nothing more is waited for. */
    abstract void ended(long now);

    /** Returns the time that is measured, up to what was noted. */
    abstract long busyNanos();

    /** Returns how many messages per second it was to send; empty if they wait for one another. */
    Optional<Double> perSecond() {
        return Optional.empty();
    }

    /** Frees contents that were prepared. */
    abstract void release();

    /** Ends the loop at its deadline, with the problem if that is one. */
    Optional<String> overdue(Duration deadline) {
        String problem = "Not all messages were back within " + Durations.text(deadline);
        giveUp(problem);
        return Optional.of(problem);
    }

    /**
     * Begins.
     *
     * @param connections of the first stream to each node, then of the next
     * @param now when the warm-up begins
     */
    final synchronized void start(List<Connection> connections, long now) {
        nodes.addAll(connections);
        lastBack = numbering.start(now);
        begin();
    }

    /** Completes when all messages are back, or with a problem. */
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
            stop("message " + header.sequence() + " came back, which is not on its way");
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
        if (!arrival.content().isSame(contents.of(header.sequence()))) {
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

    /** Returns the place of a connection of a stream to the next node. */
    final int next(int stream) {
        return stream * perNode.length + order.next();
    }

    private int stream(int place) {
        return place / perNode.length;
    }

    /** Notes that a measured message is sent. */
    final void sent(int place) {
        sentOn.incrementAndGet(stream(place));
    }

    /** Ends the loop: all messages are back. */
    final void complete() {
        end.complete(Optional.empty());
    }

    final void stop(String problem) {
        ended(clock.getAsLong());
        end.complete(Optional.of(problem));
        reports.stop(problem);
    }

    /** Ends the loop before all messages are back. */
    final synchronized void giveUp(String problem) {
        if (!end.isDone()) {
            stop(problem + "; " + answered + numbering.ofPlanned() + " messages were back");
        } else {
            reports.stop(problem);
        }
    }

    @Override
    public final void lost(IOException problem) {
        giveUp("The connection was lost: " + problem.getMessage());
    }

    /** Returns what each stream has transferred so far. */
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
     * @param times gets the times of messages that came back in it
     * @return what each stream has transferred so far
     */
    final synchronized List<Transfer> sample(Histogram times) {
        times.add(interval);
        interval.reset();
        return streams();
    }

    /** Returns when the last measured message was back; the beginning if none was. */
    final synchronized long lastBack() {
        return lastBack;
    }

    /** Asks all nodes for what they have measured; completes when that is there, or with a problem. */
    final synchronized CompletableFuture<Optional<String>> askForReports() {
        return reports.ask(nodes);
    }

    /** Returns what nodes have reported so far. */
    final synchronized List<LegReport> reports() {
        return reports.all();
    }

    /** Returns what was measured; nothing arrives any more. */
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

    /** Returns a problem if all messages belong to the warm-up: a result without a measured message is not whole. */
    private Optional<String> nothingMeasured() {
        return numbering.sent() > 0
                ? Optional.empty()
                : Optional.of(
                        "No message was sent in the measured time. Use a longer --time, a higher --rate or a smaller"
                                + " --message-size");
    }
}
