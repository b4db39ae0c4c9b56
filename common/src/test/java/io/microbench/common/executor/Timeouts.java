// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

/**
 * A timer as {@link ScheduleBenchmark} uses it: timeouts that never expire, by the batch.
 *
 * @param <T> what the timer returns for a timeout
 */
abstract class Timeouts<T> {

    /**
     * Timeouts in a batch: enough that reading the clock before and after, and waiting for other threads in between, is lost among them;
     * few beside those that are pending.
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

    /** Cancels it; false if there was nothing left to cancel. */
    abstract boolean cancel(T timeout);

    /** Waits until other threads have done so much of what they were told that no queue grows without end. */
    abstract void settle();

    /** Ends what was started for this timer. */
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

    /** Cancels what the last batch left scheduled, and settles. */
    final void clear() {
        for (int i = 0; i < scheduled; i++) {
            cancel(batch[i]);
        }
        scheduled = 0;
        settle();
    }
}
