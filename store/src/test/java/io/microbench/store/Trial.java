// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.fork.ExtraResults;
import io.microbench.store.SafeWrites.FastestForce;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** An open store for the benchmark of one fork, with the operations of its workers. */
abstract class Trial implements AutoCloseable {

    private static final double NANOS_OF_A_MICRO = 1e3;
    private static final long WAIT_MILLIS = 100;

    /** The maximum wait for workers: a failed one never finishes, and JMH reports why. */
    private static final long MOST_SECONDS_OF_WORKERS = 10;

    private final String name;
    private final Durability durability;
    private final Contents contents;
    private final FastestForce force;
    private long fastestForce;
    private Tally tally = new Tally();
    private OptionalLong forcesBefore = OptionalLong.empty();
    private final List<KeyRange> inserted = new ArrayList<>();
    private final InsertRoom room;
    private int active;
    private int emptying;
    private int expected;

    /**
     * Creates the trial, and measures the disk if the durability requires it.
     *
     * @param name the name of the backend
     * @param disk a folder on the disk of the store
     * @throws IOException if it cannot be written
     */
    Trial(String name, Durability durability, Contents contents, Path disk) throws IOException {
        this.name = name;
        this.durability = durability;
        this.contents = contents;
        room = InsertRoom.onHeap(Runtime.getRuntime().maxMemory());
        force = new FastestForce(disk);
        fastestForce = durability == Durability.SAFE ? force.measure() : 0;
    }

    /** Describes the store and its disk. */
    final String describe() throws IOException {
        String where = "Store " + name + " (" + durability.word() + ") " + place();
        return durability == Durability.SAFE
                ? where + String.format(Locale.ROOT, "; fastest disk sync %.1f us", fastestForce / NANOS_OF_A_MICRO)
                : where;
    }

    /** Describes where the store is. */
    abstract String place() throws IOException;

    /** Returns the store of one worker. */
    abstract Store store(int worker);

    /** Returns the store for untimed operations, with the strongest reads of the backend. */
    abstract Store checked(int worker);

    /** Returns the first key to insert; it and all higher keys were never in the store. */
    abstract long firstInserted();

    /**
     * Removes inserted keys from the store.
     *
     * @param inserted the inserted keys
     */
    abstract void empty(List<KeyRange> inserted) throws IOException, InterruptedException;

    /** Returns the number of members that must have a write before it is acknowledged. */
    abstract int copies();

    /** Returns the number of disk syncs so far, of all members of the store; empty if unknown. */
    abstract OptionalLong forcesSoFar() throws IOException;

    /**
     * Closes the store without the inserted keys.
     *
     * @param inserted the inserted keys
     */
    abstract void closeStore(List<KeyRange> inserted) throws IOException, InterruptedException;

    final String name() {
        return name;
    }

    final Durability durability() {
        return durability;
    }

    final Contents contents() {
        return contents;
    }

    /** Returns the limit on the number of keys that an iteration may insert. */
    final InsertRoom room() {
        return room;
    }

    /** Records inserted keys. */
    final synchronized void inserted(KeyRange keys) {
        inserted.add(keys);
    }

    /**
     * Removes the newly inserted keys; each worker calls this before an iteration. The first one does it while the
     * others wait here: in a set-up method of a shared state, JMH would let them wait in a busy loop.
     */
    final synchronized void emptyOnce(int workers) throws IOException, InterruptedException {
        boolean first = emptying == 0;
        emptying = (emptying + 1) % workers;
        if (!first) {
            return;
        }
        empty(takeInserted());
        room.reset();
        if (checked(0).get(firstInserted()).isPresent()) {
            throw new IllegalStateException("The store " + name + " is not empty before an iteration");
        }
    }

    /** Sets the number of keys that the store must have when it is closed. */
    final void expect(int keys) {
        expected = keys;
    }

    /** Begins an iteration; each worker calls this. */
    final synchronized void begin() throws IOException {
        if (active++ == 0) {
            countForces();
        }
    }

    /** Starts to count disk syncs. */
    final synchronized void countForces() throws IOException {
        forcesBefore = forcesSoFar();
    }

    /**
     * Adds the operations of a worker in an iteration, after which it no longer uses the store; the last one checks and
     * reports all.
     *
     * @throws IllegalStateException if the check fails
     */
    final synchronized void end(Turns worker, long nanos, int workers, Optional<Rate> rate) throws IOException {
        active--;
        notifyAll();
        if (tally.add(worker, nanos) < workers) {
            return;
        }
        Tally all = tally;
        tally = new Tally();
        all.check();
        OptionalLong forces = rate.isPresent() ? rate.get().forces() : forces();
        checkSafe(all.safeWrites(copies(), forces));
        List<Result<?>> results = new ArrayList<>(all.results(forces));
        results.add(rate.isPresent() ? all.rate(rate.get().name(), rate.get().nanos()) : all.completed());
        if (durability == Durability.SAFE) {
            results.add(new ScalarResult(
                    "fastestForce", fastestForce / NANOS_OF_A_MICRO, "us/force", AggregationPolicy.AVG));
        }
        ExtraResults.add(results);
    }

    /**
     * The rate of a batch, which is timed separately.
     *
     * @param forces the number of disk syncs in that time
     */
    record Rate(String name, long nanos, OptionalLong forces) {}

    /** Returns the number of disk syncs since {@link #countForces}. */
    final synchronized OptionalLong forces() throws IOException {
        OptionalLong now = forcesSoFar();
        return now.isPresent() && forcesBefore.isPresent()
                ? OptionalLong.of(now.getAsLong() - forcesBefore.getAsLong())
                : OptionalLong.empty();
    }

    private void checkSafe(SafeWrites writes) throws IOException {
        if (durability != Durability.SAFE || writes.breach(fastestForce).isEmpty()) {
            return;
        }
        // The disk may have been busy when it was measured.
        fastestForce = force.measure();
        Optional<String> breach = writes.breach(fastestForce);
        if (breach.isPresent()) {
            throw new IllegalStateException("The store " + name + " is " + breach.get());
        }
    }

    /**
     * Checks the contents of the store, and closes it. JMH calls this when the first worker has finished the last
     * iteration, while others may still use the store.
     */
    @Override
    public final void close() throws IOException, InterruptedException {
        try (Closing closing = () -> closeStore(takeInserted())) {
            awaitWorkers();
            contents.check(this::checked, expected);
        }
    }

    private synchronized List<KeyRange> takeInserted() {
        List<KeyRange> keys = List.copyOf(inserted);
        inserted.clear();
        return keys;
    }

    /** Closes the store. */
    private interface Closing extends AutoCloseable {

        @Override
        void close() throws IOException, InterruptedException;
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
