/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.environment.RunLock;
import java.time.Duration;
import java.util.function.Consumer;

/** Locks out other JMH runs of this machine while forks are started through several {@link io.microbench.remote.ForkServerClient}s. */
public final class MachineLock implements AutoCloseable {

    private final RunLock lock;

    private MachineLock(RunLock lock) {
        this.lock = lock;
    }

    /**
     * Takes JMH's lock, waiting for another run to end.
     *
     * @param limit how long to wait; zero does not wait
     * @param notes receives a line when another run holds the lock
     * @throws io.microbench.environment.PreflightException if the other run is still there when {@code limit} is over
     */
    public static MachineLock acquire(Duration limit, Consumer<String> notes) {
        return new MachineLock(RunLock.acquire(limit, System::nanoTime, notes));
    }

    /** Takes no lock, for somebody who knows that nothing else runs, or does not mind. */
    public static MachineLock ignored(Consumer<String> notes) {
        notes.accept("The lock is ignored: other JMH runs on this machine may disturb this one.");
        return new MachineLock(RunLock.none());
    }

    @Override
    public void close() {
        lock.close();
    }
}
