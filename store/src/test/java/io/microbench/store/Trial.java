/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import io.microbench.fork.MoreResults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** A store that is open for the benchmark of one fork, and what its workers do with it. */
final class Trial implements AutoCloseable {

    private static final double NANOS_OF_A_MICRO = 1e3;
    private static final long WAIT_MILLIS = 100;

    /** One that failed is not done; JMH reports why. */
    private static final long MOST_SECONDS_OF_WORKERS = 10;

    private final Backend backend;
    private final Durability durability;
    private final Contents contents;
    private final StoreFolder folder;
    private final FastestForce force;
    private long fastestForce;
    private Store store;
    private Tally tally = new Tally();
    private OptionalLong forcesBefore = OptionalLong.empty();
    private int active;
    private int expected;

    /**
     * Opens an empty store.
     *
     * @throws IOException if it does not open, or its disk cannot be written
     */
    Trial(Backend backend, Durability durability, Contents contents, StoreFolder folder) throws IOException {
        this.backend = backend;
        this.durability = durability;
        this.contents = contents;
        this.folder = folder;
        force = new FastestForce(folder.path());
        try {
            fastestForce = durability == Durability.SAFE ? force.measure() : 0;
            store = backend.open(folder.newFolder(), durability);
        } catch (IOException | RuntimeException | LinkageError e) {
            folder.close();
            throw new IOException(
                    "The store " + backend.name() + " does not open with durability " + durability.word() + " in "
                            + folder.path() + ": " + e,
                    e);
        }
    }

    /** Describes the store and its disk. */
    String describe() throws IOException {
        String where =
                "Store " + backend.name() + " (" + durability.word() + ") in " + folder.path() + ", " + folder.disk();
        return durability == Durability.SAFE
                ? where + String.format(Locale.ROOT, "; fastest force %.1f us", fastestForce / NANOS_OF_A_MICRO)
                : where;
    }

    Store store() {
        return store;
    }

    Contents contents() {
        return contents;
    }

    /** Takes an empty store instead. */
    void empty() throws IOException {
        store.close();
        store = backend.open(folder.newFolder(), durability);
        if (store.get(0).isPresent()) {
            throw new IllegalStateException("The store " + backend.name() + " is not empty in a new folder");
        }
    }

    /** Says what has to be in the store when it is closed. */
    void expect(int keys) {
        expected = keys;
    }

    /** Begins an iteration; each worker calls this. */
    synchronized void begin() {
        if (active++ == 0) {
            countForces();
        }
    }

    /** Counts forces from now on. */
    synchronized void countForces() {
        forcesBefore = store.forces();
    }

    /**
     * Takes what a worker did in an iteration; the last one checks and reports all. The worker leaves the store alone from now on.
     *
     * @throws IllegalStateException if something is wrong with that
     */
    synchronized void end(Turns worker, long nanos, int workers, Optional<Rate> rate) throws IOException {
        active--;
        notifyAll();
        if (tally.add(worker, nanos) < workers) {
            return;
        }
        Tally all = tally;
        tally = new Tally();
        all.check();
        OptionalLong forces = rate.isPresent() ? rate.get().forces() : forces();
        checkSafe(all.safeWrites(forces));
        List<Result<?>> results = new ArrayList<>(all.results(forces));
        results.add(rate.isPresent() ? all.rate(rate.get().name(), rate.get().nanos()) : all.completed());
        if (durability == Durability.SAFE) {
            results.add(new ScalarResult(
                    "fastestForce", fastestForce / NANOS_OF_A_MICRO, "us/force", AggregationPolicy.AVG));
        }
        MoreResults.add(results);
    }

    /**
     * The rate of a batch that has a time of its own.
     *
     * @param forces forces in that time
     */
    record Rate(String name, long nanos, OptionalLong forces) {}

    /** Returns the forces since they are counted. */
    synchronized OptionalLong forces() {
        OptionalLong now = store.forces();
        return now.isPresent() && forcesBefore.isPresent()
                ? OptionalLong.of(now.getAsLong() - forcesBefore.getAsLong())
                : OptionalLong.empty();
    }

    private void checkSafe(SafeWrites writes) throws IOException {
        if (durability != Durability.SAFE || writes.breach(fastestForce).isEmpty()) {
            return;
        }
        // The disk may have been busy with something else when it was measured.
        fastestForce = force.measure();
        Optional<String> breach = writes.breach(fastestForce);
        if (breach.isPresent()) {
            throw new IllegalStateException("The store " + backend.name() + " is " + breach.get());
        }
    }

    /**
     * Checks what is in the store, closes it, and removes its folder. JMH calls this when the first worker is done with the last
     * iteration, and others may still use the store.
     */
    @Override
    public void close() throws IOException {
        Store last = store;
        try (folder;
                last) {
            awaitWorkers();
            contents.check(last, expected);
        }
    }

    private synchronized void awaitWorkers() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS_OF_WORKERS);
        while (active > 0 && deadline - System.nanoTime() > 0) {
            try {
                wait(WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Interrupted before all workers were done with the store", e);
            }
        }
    }
}
