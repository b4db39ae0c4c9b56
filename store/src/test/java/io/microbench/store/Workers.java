// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The workers of the benchmarks of stores: the keys that each draws before the measurement, and the code that all
 * share. JMH injects states by their class only, so {@link LocalWorkers}, {@link ReplicatedWorkers} and
 * {@link ReadWorkers} define the store.
 */
final class Workers {

    private static final int DRAWS = 1 << 16;

    /** One less than the number of keys, so that a key is not always read or always written. */
    private static final int CHOICES = DRAWS - 1;

    private static final int PERCENT = 100;
    private static final int BATCHES = 10;
    private static final int CHECKED = 1000;
    private static final int KEYS_OF_A_WORKER_BITS = 40;

    /** How long the other workers wait if a worker fails before its first delete. */
    private static final long READY_SECONDS = 60;

    /** JMH's limit for an iteration: the other workers may delete for that long. */
    private static final long DONE_SECONDS = 600;

    private Workers() {}

    /** The keys that the store contains before the first iteration and after the last, and how they are drawn. */
    abstract static class Filled {

        private int[] draws = {};
        private byte[] choices = {};

        final void fillStore(MeasuredStore store) throws IOException, InterruptedException {
            Trial trial = store.trial();
            // The forks of a fixture share its store.
            if (trial.contents().missing(trial::checked, store.keys) > 0) {
                trial.contents().fill(trial::checked, store.keys);
                trial.contents().check(trial::checked, store.keys);
            }
            trial.expect(store.keys);
            long seed = MeasuredStore.seed();
            draws = KeyDraw.of(store.distribution).draws(store.keys, DRAWS, seed);
            choices = new byte[CHOICES];
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < CHOICES; i++) {
                choices[i] = (byte) random.nextInt(PERCENT);
            }
        }
    }

    /** Draws existing keys. */
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    abstract static class Choosing {

        private int[] draws;
        private byte[] choices;
        private int draw;
        private int choice;
        private Turns turns;
        private long start;

        final void startOn(Filled filled, ThreadParams threads) {
            draws = filled.draws;
            choices = filled.choices;
            draw = (int) ((long) DRAWS * threads.getThreadIndex() / threads.getThreadCount());
            choice = draw % CHOICES;
        }

        final void beginOn(MeasuredStore store, ThreadParams threads) throws IOException {
            Trial trial = store.trial();
            turns = new Turns(trial.store(threads.getThreadIndex()), trial.contents());
            trial.begin();
            start = System.nanoTime();
        }

        final void endOn(MeasuredStore store, ThreadParams threads) throws IOException {
            store.trial().end(turns, System.nanoTime() - start, threads.getThreadCount(), Optional.empty());
        }

        private int key() {
            draw = draw + 1 == DRAWS ? 0 : draw + 1;
            return draws[draw];
        }

        boolean query() {
            return turns.get(key());
        }

        boolean mixed(int percentOfQueries) {
            choice = choice + 1 == CHOICES ? 0 : choice + 1;
            return choices[choice] < percentOfQueries ? turns.get(key()) : turns.put(key());
        }
    }

    /** Counts up, so that all keys are new. */
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    abstract static class Inserting {

        private long first;
        private long next;
        private long end;
        private InsertRoom room;
        private Turns turns;
        private long start;

        final void beginOn(MeasuredStore store, ThreadParams threads) throws IOException, InterruptedException {
            Trial trial = store.trial();
            trial.emptyOnce(threads.getThreadCount());
            first = trial.firstInserted() + ((long) threads.getThreadIndex() << KEYS_OF_A_WORKER_BITS);
            next = first;
            end = first;
            room = trial.room();
            turns = new Turns(trial.store(threads.getThreadIndex()), trial.contents());
            trial.begin();
            start = System.nanoTime();
        }

        boolean insert() {
            if (next == end) {
                end += room.take();
            }
            return turns.put(next++);
        }

        final void endOn(MeasuredStore store, ThreadParams threads) throws IOException {
            long nanos = System.nanoTime() - start;
            Trial trial = store.trial();
            trial.inserted(new KeyRange(first, next));
            if (turns.failed == 0) {
                Store checked = trial.checked(threads.getThreadIndex());
                long step = Math.max(1, (next - first) / CHECKED);
                for (long key = first; key < next; key += step) {
                    if (!trial.contents().isValue(key, checked.get(key))) {
                        throw new IllegalStateException("key " + key + " was inserted, and does not have its value");
                    }
                }
            }
            trial.end(turns, nanos, threads.getThreadCount(), Optional.empty());
        }
    }

    /** A tenth of the keys, deleted by all workers with a common start. */
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    abstract static class Batch {

        private int[] keys;
        private CyclicBarrier ready;
        private CyclicBarrier done;
        private final AtomicLong last = new AtomicLong();
        private OptionalLong forces = OptionalLong.empty();
        private long start;

        final void prepareOn(MeasuredStore store, BenchmarkParams params) {
            if (params.getMode() != Mode.SingleShotTime) {
                throw new IllegalArgumentException("mode = " + params.getMode().shortLabel()
                        + ": delete is measured in mode ss only, because keys are put back between iterations;"
                        + " -Dmicrobench.cases chooses other methods");
            }
            prepareOn(store, params.getThreads());
        }

        final void prepareOn(MeasuredStore store, int workers) {
            int count = Math.max(1, store.keys / BATCHES);
            if (workers > count) {
                throw new IllegalArgumentException("threads = " + workers
                        + ": each needs a key to delete, and a tenth of " + store.keys + " keys are " + count);
            }
            keys = Arrays.copyOf(KeyDraw.shuffled(store.keys, new SplittableRandom(MeasuredStore.seed())), count);
            ready = new CyclicBarrier(workers, () -> {
                start = System.nanoTime();
                last.set(start);
            });
            done = new CyclicBarrier(workers, () -> {
                try {
                    forces = store.trial().forces();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        private long nanos() {
            return last.get() - start;
        }
    }

    /** Deletes a separate set of keys. */
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    abstract static class Deleting {

        private int[] own;
        private Turns turns;
        private long present;

        final void takeOf(Batch batch, ThreadParams threads) {
            int count = batch.keys.length / threads.getThreadCount();
            int first = count * threads.getThreadIndex();
            own = Arrays.copyOfRange(batch.keys, first, first + count);
        }

        final void beginOn(MeasuredStore store, ThreadParams threads) throws IOException {
            Trial trial = store.trial();
            turns = new Turns(trial.store(threads.getThreadIndex()), trial.contents());
            present = countPresent(trial.checked(threads.getThreadIndex()));
            trial.begin();
        }

        private long countPresent(Store store) throws IOException {
            long count = 0;
            for (int key : own) {
                count += store.get(key).isPresent() ? 1 : 0;
            }
            return count;
        }

        final void delete(Batch batch) throws InterruptedException, BrokenBarrierException, TimeoutException {
            batch.ready.await(READY_SECONDS, TimeUnit.SECONDS);
            for (int key : own) {
                turns.delete(key);
            }
            batch.last.accumulateAndGet(System.nanoTime(), (one, other) -> one - other > 0 ? one : other);
        }

        /** Checks the deletes, and puts the keys back, after all workers have finished. */
        final void endOn(MeasuredStore store, Batch batch, ThreadParams threads)
                throws IOException, InterruptedException, BrokenBarrierException, TimeoutException {
            batch.done.await(DONE_SECONDS, TimeUnit.SECONDS);
            Trial trial = store.trial();
            Store checked = trial.checked(threads.getThreadIndex());
            turns.hits = present - countPresent(checked);
            for (int key : own) {
                checked.put(key, trial.contents().value(key));
            }
            Trial.Rate rate = new Trial.Rate("deletes", batch.nanos(), batch.forces);
            trial.end(turns, batch.nanos(), threads.getThreadCount(), Optional.of(rate));
        }
    }
}
