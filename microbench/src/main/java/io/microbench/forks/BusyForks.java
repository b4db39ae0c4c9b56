// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The running forks: a stop ends all of them and every fork that starts later.
 *
 * <p>Thread-safe without a lock, because the watch thread of a fork calls it while holding the watch's lock. A fork
 * that starts while others are stopped is added to the set before it checks whether it may run.
 */
public final class BusyForks {

    private static final long ASK_PAUSE_MILLIS = 10;

    private final Set<ForkWatch> busy = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Adds the watch of a fork that is about to start, and removes watches that have ended. */
    void add(ForkWatch watch) {
        busy.removeIf(ForkWatch::isOver);
        busy.add(watch);
        if (stopped) {
            watch.kill(ForkWatch.Kill.STOPPED);
        }
    }

    /** Kills the running forks, and every fork that starts later. */
    public void stop() {
        stopped = true;
        busy.forEach(watch -> watch.kill(ForkWatch.Kill.STOPPED));
    }

    /**
     * Ends the running forks, and kills every fork that starts later.
     *
     * @param patience the time they have to clean up before they are killed
     */
    void stop(Duration patience) {
        stopped = true;
        List<ForkWatch> watches = List.copyOf(busy);
        watches.forEach(ForkWatch::ask);
        long start = System.nanoTime();
        try {
            while (System.nanoTime() - start < patience.toNanos()
                    && !watches.stream().allMatch(ForkWatch::isGone)) {
                Thread.sleep(ASK_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        watches.forEach(watch -> watch.kill(ForkWatch.Kill.STOPPED));
    }

    public void endOfTime() {
        busy.forEach(watch -> watch.kill(ForkWatch.Kill.OUT_OF_TIME));
    }

    public boolean isStopped() {
        return stopped;
    }
}
