// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.fork.IterationBarrier;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts the iterations of two forks at the same time, and swaps their processors before every iteration except the
 * first.
 *
 * <p>Other work that uses one half for longer than an iteration slows down both forks alternately, and cancels out in
 * the mean of the logarithms of two successive ratios.
 */
final class ProcessorSwap implements AutoCloseable {

    /**
     * The maximum delay of an iteration after both forks are ready; shorter pauses would take processor time from the
     * forks.
     */
    private static final long PAUSE_MILLIS = 1;

    /** The time limit of a call of taskset, which normally takes milliseconds; the forks wait for it. */
    private static final long LONGEST_SECONDS = 5;

    interface Pin {
        void move(long process, String processors);
    }

    private final List<IterationBarrier> forks;
    private final List<String> halves;
    private final Pin pin;
    private final Thread thread = new Thread(this::run, "microbench-halves");

    private ProcessorSwap(List<IterationBarrier> forks, ProcessorHalves halves, Pin pin) {
        this.forks = forks;
        this.halves = List.of(halves.first(), halves.second());
        this.pin = pin;
    }

    /** Starts swapping the processors of two forks, each of which was started on one half of the processors. */
    static ProcessorSwap start(List<IterationBarrier> forks, ProcessorHalves halves, Pin pin) {
        ProcessorSwap swap = new ProcessorSwap(forks, halves, pin);
        swap.thread.start();
        return swap;
    }

    private void run() {
        long iteration = 1;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (forks.get(0).areReady(iteration)) {
                    for (int place = 0; place < forks.size() && iteration > 1; place++) {
                        pin.move(forks.get(place).process(), halves.get((int) ((place + iteration - 1) % 2)));
                    }
                    forks.get(0).release(iteration++);
                } else {
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Moves all threads of a process to the given processors; has no effect if it has ended. */
    static void pin(long process, String processors) {
        try {
            Process taskset = new ProcessBuilder("taskset", "-a", "-c", "-p", processors, Long.toString(process))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                taskset.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
            } finally {
                taskset.destroyForcibly();
            }
        } catch (IOException e) {
            // The command was found when the comparison began; if it cannot be started now, the forks keep their
            // halves.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
