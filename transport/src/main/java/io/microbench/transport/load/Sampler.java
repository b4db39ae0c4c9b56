// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Echo.LegReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Divides the measured time into intervals, at times that the caller determines. */
final class Sampler {

    private final List<? extends AbstractLoop> loops;
    private final long start;
    private final Consumer<LoadInterval> listener;
    private final List<LoadInterval> intervals = new ArrayList<>();
    private List<Transfer> before;
    private long from;

    /**
     * Starts the first interval.
     *
     * @param start end of the warm-up, on the clock of the loops
     * @param listener receives each interval as soon as it is over
     */
    Sampler(List<? extends AbstractLoop> loops, long start, Consumer<LoadInterval> listener) {
        this.loops = loops;
        this.start = start;
        this.listener = listener;
        before = new ArrayList<>();
        loops.forEach(loop -> loop.streams().forEach(stream -> before.add(Transfer.NONE)));
    }

    void cut(long now) {
        Histogram times = LegReport.histogram();
        List<Transfer> all = new ArrayList<>();
        List<Transfer> changes = new ArrayList<>();
        for (AbstractLoop loop : loops) {
            for (Transfer stream : loop.sample(times)) {
                changes.add(stream.minus(before.get(all.size())));
                all.add(stream);
            }
        }
        LoadInterval interval = LoadInterval.of(from, now - start, changes, times);
        before = all;
        from = now - start;
        intervals.add(interval);
        listener.accept(interval);
    }

    /** Ends the last interval at the arrival of the last message, unless nothing happened in it. */
    List<LoadInterval> end() {
        long last = loops.stream().mapToLong(AbstractLoop::lastBack).max().orElse(start);
        boolean pending = loops.stream()
                        .flatMap(loop -> loop.streams().stream())
                        .reduce(Transfer.NONE, Transfer::plus)
                        .minus(before.stream().reduce(Transfer.NONE, Transfer::plus))
                        .sent()
                != 0;
        pending |= last - start - from > 0;
        if (pending) {
            cut(Math.max(last, start + from + 1));
        }
        return List.copyOf(intervals);
    }
}
