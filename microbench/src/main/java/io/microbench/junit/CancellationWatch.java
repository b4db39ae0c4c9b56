// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stops a run when JUnit cancels it. JUnit can only be polled, and a fork keeps its thread busy for minutes. */
final class CancellationWatch {

    /** Short enough for a waiting user, long enough not to disturb a measurement. */
    private static final long INTERVAL_MILLIS = 1000;

    private final CountDownLatch done = new CountDownLatch(1);

    private CancellationWatch() {}

    /** Starts to watch; without a thread if the run can never be cancelled. */
    static CancellationWatch of(Cancellation cancellation, Runnable stop) {
        CancellationWatch watch = new CancellationWatch();
        if (cancellation != Cancellation.NEVER) {
            Thread thread = new Thread(() -> watch.watch(cancellation, stop), "microbench-cancellation");
            thread.setDaemon(true);
            thread.start();
        }
        return watch;
    }

    private void watch(Cancellation cancellation, Runnable stop) {
        try {
            while (!done.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (cancellation.isRequested()) {
                    stop.run();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops watching. */
    void end() {
        done.countDown();
    }
}
