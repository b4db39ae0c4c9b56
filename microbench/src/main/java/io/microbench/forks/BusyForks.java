// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds the forks that are busy, so that all of them end when a stop is requested, and none that starts later lives.
 *
 * <p>For any thread, that of a fork's watch included, which holds the lock of the watch: so there is no lock here. A
 * fork that starts while others are stopped is in the set before it looks whether it may live.
 */
public final class BusyForks {

    private static final long ASK_PAUSE_MILLIS = 10;

    private final Set<ForkWatch> busy = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Adds the watch of a fork that is about to start, and forgets those that are over. */
    void add(ForkWatch watch) {
        busy.removeIf(ForkWatch::isOver);
        busy.add(watch);
        if (stopped) {
            watch.kill(ForkWatch.Kill.STOPPED);
        }
    }

    /** Kills the busy forks, and every one that starts later. */
    public void stop() {
        stopped = true;
        busy.forEach(watch -> watch.kill(ForkWatch.Kill.STOPPED));
    }

    /**
     * Ends the busy forks, and kills every one that starts later.
     *
     * @param patience how long they may take to clean up before they are killed
     */
    void stop(Duration patience) {
        stopped = true;
        List<ForkWatch> asked = List.copyOf(busy);
        asked.forEach(ForkWatch::ask);
        long start = System.nanoTime();
        try {
            while (System.nanoTime() - start < patience.toNanos()
                    && !asked.stream().allMatch(ForkWatch::isGone)) {
                Thread.sleep(ASK_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        asked.forEach(watch -> watch.kill(ForkWatch.Kill.STOPPED));
    }

    /** Kills the busy forks because the time for all of them is over. */
    public void endOfTime() {
        busy.forEach(watch -> watch.kill(ForkWatch.Kill.OUT_OF_TIME));
    }

    /** Returns whether a stop was requested. */
    public boolean isStopped() {
        return stopped;
    }
}
