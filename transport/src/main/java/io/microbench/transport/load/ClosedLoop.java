/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.transport.Arrival;
import io.microbench.transport.Connection;
import io.microbench.transport.Content;
import io.microbench.transport.Echo;
import io.microbench.transport.Header;
import io.microbench.transport.LegReport;
import io.microbench.transport.Receiver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * A client that keeps so many messages on their way: when one is back, the next is sent, by the thread that took the one before.
 */
final class ClosedLoop implements Receiver {

    private final Workload workload;
    private final Contents contents;
    private final NodeOrder order;
    private final LongSupplier clock;
    private final List<Connection> nodes = new ArrayList<>();
    private final IdentityHashMap<byte[], Content> prepared = new IdentityHashMap<>();
    private final Legs legs = Legs.none();
    private final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
    private final Slot[] slots;
    private final long[] perNode;
    private long sent;
    private long answered;
    private long corrupt;
    private int onTheirWay;
    private long busySince;
    private long busyNanos;
    private int reports;
    private Optional<CompletableFuture<Optional<String>>> reporting = Optional.empty();

    /** A place for one message that is on its way. */
    private static final class Slot {
        private long sequence = -1;
        private int node;
    }

    ClosedLoop(Workload workload, Contents contents, int nodeCount, LongSupplier nanoClock) {
        this.workload = workload;
        this.contents = contents;
        this.clock = nanoClock;
        order = new NodeOrder(nodeCount, workload.seed());
        perNode = new long[nodeCount];
        slots = new Slot[(int) Math.min(workload.inFlight(), workload.requests())];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot();
        }
    }

    /** Sends the first messages. */
    synchronized void start(List<Connection> connections) {
        nodes.addAll(connections);
        for (int i = 0; i < slots.length && !end.isDone(); i++) {
            send(i);
        }
    }

    /** Completes when all messages are back, or with a problem. */
    CompletableFuture<Optional<String>> end() {
        return end;
    }

    private void send(int place) {
        if (sent == workload.requests()) {
            return;
        }
        Slot slot = slots[place];
        slot.sequence = sent++;
        slot.node = order.next();
        Connection node = nodes.get(slot.node);
        Content content = prepared.computeIfAbsent(contents.of(slot.sequence), node::content);
        long now = clock.getAsLong();
        if (onTheirWay++ == 0) {
            busySince = now;
        }
        node.send(Header.message(workload.legs(), workload.size(), place, slot.sequence, now, now), content);
    }

    @Override
    public synchronized void received(Connection connection, Arrival arrival) {
        switch (arrival.header().kind()) {
            case RECEIPT ->
                legs.upload().recordValue(arrival.lastNanos() - arrival.header().sent());
            case ECHO -> echo(connection, arrival);
            case REPORT -> report(arrival);
            default -> stop("a frame arrived that a node does not send: " + arrival.header());
        }
    }

    private void echo(Connection connection, Arrival arrival) {
        Header header = arrival.header();
        int place = header.stream();
        if (end.isDone()) {
            return;
        }
        if (place < 0 || place >= slots.length || slots[place].sequence != header.sequence()) {
            stop("message " + header.sequence() + " came back, which is not on its way");
            return;
        }
        legs.firstByte().recordValue(arrival.firstNanos() - header.sent());
        legs.roundTrip().recordValue(arrival.lastNanos() - header.sent());
        if (--onTheirWay == 0) {
            busyNanos += arrival.lastNanos() - busySince;
        }
        if (header.legs()) {
            connection.send(header.answer(Header.Kind.ECHO_RECEIPT, 0, header.answered()), Echo.nothing());
        }
        if (arrival.content().isSame(contents.of(header.sequence()))) {
            answered++;
            perNode[slots[place].node]++;
        } else {
            corrupt++;
        }
        slots[place].sequence = -1;
        if (answered + corrupt == workload.requests()) {
            end.complete(Optional.empty());
        } else {
            send(place);
        }
    }

    private void stop(String problem) {
        if (onTheirWay > 0) {
            busyNanos += clock.getAsLong() - busySince;
            onTheirWay = 0;
        }
        end.complete(Optional.of(problem));
        reporting.ifPresent(report -> report.complete(Optional.of(problem)));
    }

    /** Ends the loop before all messages are back. */
    synchronized void giveUp(String problem) {
        if (!end.isDone()) {
            stop(problem + "; " + answered + " of " + workload.requests() + " messages were back");
        }
    }

    @Override
    public void lost(IOException problem) {
        giveUp("The connection was lost: " + problem.getMessage());
    }

    /** Asks all nodes for what they have measured; completes when that is there, or with a problem. */
    synchronized CompletableFuture<Optional<String>> askForReports() {
        CompletableFuture<Optional<String>> asked = new CompletableFuture<>();
        reporting = Optional.of(asked);
        nodes.forEach(node -> node.send(Header.of(Header.Kind.REPORT_REQUEST, 0), Echo.nothing()));
        return asked;
    }

    private void report(Arrival arrival) {
        try {
            legs.download().add(LegReport.decode(arrival.content().copy()).downloads());
            if (++reports == nodes.size()) {
                reporting.ifPresent(report -> report.complete(Optional.empty()));
            }
        } catch (IOException e) {
            reporting.ifPresent(report -> report.complete(Optional.of(e.toString())));
        }
    }

    /** Returns what was measured; nothing arrives any more. */
    synchronized ClientResult result(Optional<String> problem) {
        prepared.values().forEach(Content::close);
        return new ClientResult(
                workload.size(),
                answered,
                corrupt,
                busyNanos,
                LongStream.of(perNode).boxed().toList(),
                legs,
                problem);
    }
}
