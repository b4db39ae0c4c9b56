// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

/**
 * A timer for {@link ScheduleBenchmark}: timeouts that never expire, in batches.
 *
 * @param <T> what the timer returns for a timeout
 */
abstract class Timeouts<T> {

    /**
     * The timeouts in a batch: enough to make clock readings and waits for other threads negligible, and few compared
     * with the pending ones.
     */
    static final int BATCH = 1024;

    private final T[] batch;
    private int scheduled;

    /** Keeps a batch in the given array. */
    Timeouts(T[] batch) {
        this.batch = batch;
    }

    /** Schedules a timeout that does nothing. */
    abstract T schedule(int delaySeconds);

    /** Cancels a timeout; returns false if there was nothing to cancel. */
    abstract boolean cancel(T timeout);

    /** Waits until other threads have done enough of their work that no queue grows without limit. */
    abstract void settle();

    /** Stops the threads of this timer. */
    abstract void stop();

    /** Schedules a batch and keeps it for {@link #clear}. */
    final void scheduleBatch(int[] delaySeconds, int turn) {
        for (int i = 0; i < batch.length; i++) {
            batch[i] = schedule(delaySeconds[(turn + i) & (delaySeconds.length - 1)]);
        }
        scheduled = batch.length;
    }

    /** Schedules each timeout of a batch and cancels it before the next; returns how many could be cancelled. */
    final int scheduleAndCancelBatch(int[] delaySeconds, int turn) {
        int cancelled = 0;
        for (int i = 0; i < batch.length; i++) {
            if (cancel(schedule(delaySeconds[(turn + i) & (delaySeconds.length - 1)]))) {
                cancelled++;
            }
        }
        return cancelled;
    }

    /** Cancels the remaining timeouts of the last batch, and settles. */
    final void clear() {
        for (int i = 0; i < scheduled; i++) {
            cancel(batch[i]);
        }
        scheduled = 0;
        settle();
    }
}
