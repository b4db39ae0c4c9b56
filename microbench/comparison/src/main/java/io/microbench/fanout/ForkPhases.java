// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.SnippetReply.CallCount;
import io.microbench.snippet.fork.LiveBoard;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Leads a fork from its warm-up over the barrier to its end, by the readings of its board and the commands of the
 * coordinator. For any thread.
 */
final class ForkPhases {

    private enum Phase {
        WARMING,
        PAUSING,
        READY,
        STARTING,
        MEASURING,
        STOPPING,
        OVER
    }

    /** A reading that began after a moment is at least this many rounds later than the one at that moment. */
    private static final int ROUNDS = 4;

    private final int workers;
    private final long warmup;
    private final IntConsumer want;
    private final Consumer<SnippetReply> reply;
    private final List<CallCount> readings = new ArrayList<>();
    private Phase phase = Phase.WARMING;
    private long busySince = -1;
    private long stopRound;

    /** Begins with the warm-up, which is over when all workers have run for this many nanoseconds. */
    ForkPhases(int workers, long warmup, IntConsumer want, Consumer<SnippetReply> reply) {
        this.workers = workers;
        this.warmup = warmup;
        this.want = want;
        this.reply = reply;
        want.accept(workers);
    }

    /** Takes the current reading of the board; called repeatedly. */
    synchronized void read(LiveBoard.Reading now) {
        switch (phase) {
            case WARMING -> warm(now);
            case PAUSING -> {
                if (now.workers() == 0) {
                    phase = Phase.READY;
                    reply.accept(SnippetReply.of(SnippetReply.Kind.READY));
                }
            }
            case STARTING -> {
                if (now.workers() == workers) {
                    phase = Phase.MEASURING;
                    add(now);
                    reply.accept(SnippetReply.of(SnippetReply.Kind.STARTED));
                }
            }
            case MEASURING -> add(now);
            case STOPPING -> {
                add(now);
                if (now.round() - stopRound >= ROUNDS) {
                    end();
                }
            }
            case READY, OVER -> {}
        }
    }

    private void warm(LiveBoard.Reading now) {
        if (now.workers() == workers && busySince < 0) {
            busySince = now.nanos();
        }
        if (busySince >= 0 && now.nanos() - busySince >= warmup) {
            phase = Phase.PAUSING;
            want.accept(0);
        }
    }

    private void add(LiveBoard.Reading now) {
        if (readings.isEmpty()
                || now.nanos() > readings.get(readings.size() - 1).nanos()) {
            readings.add(new CallCount(now.nanos(), now.calls()));
        }
    }

    private void end() {
        phase = Phase.OVER;
        reply.accept(SnippetReply.measured(readings));
        want.accept(LiveBoard.END);
    }

    synchronized void go() {
        if (phase == Phase.READY) {
            phase = Phase.STARTING;
            want.accept(workers);
        }
    }

    /** Ends it: with one more reading where it measures, at once otherwise. */
    synchronized void stop(LiveBoard.Reading now) {
        if (phase == Phase.MEASURING) {
            phase = Phase.STOPPING;
            stopRound = now.round();
        } else if (phase != Phase.STOPPING && phase != Phase.OVER) {
            end();
        }
    }
}
