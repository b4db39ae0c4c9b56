/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/** The workers of the benchmarks of stores: what each has drawn before the clock starts, and what all have in common. */
public final class Workers {

    private static final int DRAWS = 1 << 16;

    /** One less, so that a key is not always read, or always written. */
    private static final int CHOICES = DRAWS - 1;

    private static final int PERCENT = 100;
    private static final int BATCHES = 10;
    private static final int CHECKED = 1000;
    private static final int KEYS_OF_A_WORKER_BITS = 40;
    private static final long BARRIER_SECONDS = 60;

    private Workers() {}

    /** The keys, in the store before the first iteration and after the last, and how they are drawn. */
    @State(Scope.Benchmark)
    public static class Filled {

        private int[] draws = {};
        private byte[] choices = {};

        @Setup
        public void fill(LocalStore local) throws IOException, InterruptedException {
            Trial trial = local.trial();
            trial.contents().fill(trial.store(), local.keys);
            trial.contents().check(trial.store(), local.keys);
            trial.expect(local.keys);
            long seed = LocalStore.seed();
            draws = KeyDraw.of(local.distribution).draws(local.keys, DRAWS, seed);
            choices = new byte[CHOICES];
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < CHOICES; i++) {
                choices[i] = (byte) random.nextInt(PERCENT);
            }
        }
    }

    /** Draws keys that are there. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    public static class Choosing {

        private int[] draws;
        private byte[] choices;
        private int draw;
        private int choice;
        private Turns turns;
        private long start;

        @Setup
        public void start(Filled filled, ThreadParams threads) {
            draws = filled.draws;
            choices = filled.choices;
            draw = (int) ((long) DRAWS * threads.getThreadIndex() / threads.getThreadCount());
            choice = draw % CHOICES;
        }

        @Setup(Level.Iteration)
        public void begin(LocalStore local, Filled filled) {
            turns = new Turns(local.trial().store(), local.trial().contents());
            local.trial().begin();
            start = System.nanoTime();
        }

        @TearDown(Level.Iteration)
        public void end(LocalStore local, ThreadParams threads) throws IOException {
            local.trial().end(turns, System.nanoTime() - start, threads.getThreadCount(), Optional.empty());
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

    /** An empty store for each iteration. */
    @State(Scope.Benchmark)
    public static class Emptied {

        @Setup(Level.Iteration)
        public void empty(LocalStore local) throws IOException {
            local.trial().empty();
        }
    }

    /** Counts on, so that no key was there before. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    public static class Inserting {

        private long first;
        private long next;
        private Turns turns;
        private long start;

        @Setup(Level.Iteration)
        public void begin(LocalStore local, Emptied emptied, ThreadParams threads) {
            first = (long) threads.getThreadIndex() << KEYS_OF_A_WORKER_BITS;
            next = first;
            turns = new Turns(local.trial().store(), local.trial().contents());
            local.trial().begin();
            start = System.nanoTime();
        }

        boolean insert() {
            return turns.put(next++);
        }

        @TearDown(Level.Iteration)
        public void end(LocalStore local, ThreadParams threads) throws IOException {
            long nanos = System.nanoTime() - start;
            Trial trial = local.trial();
            if (turns.failed == 0) {
                long step = Math.max(1, (next - first) / CHECKED);
                for (long key = first; key < next; key += step) {
                    if (!trial.contents().isValue(key, trial.store().get(key))) {
                        throw new IllegalStateException("key " + key + " was inserted, and does not have its value");
                    }
                }
            }
            trial.end(turns, nanos, threads.getThreadCount(), Optional.empty());
        }
    }

    /** A tenth of the keys, deleted by all workers from a common start on. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    public static class Batch {

        private int[] keys;
        private CyclicBarrier barrier;
        private final AtomicLong last = new AtomicLong();
        private final AtomicLong forces = new AtomicLong();
        private long start;

        @Setup
        public void prepare(LocalStore local, Filled filled, BenchmarkParams params) {
            if (params.getMode() != Mode.SingleShotTime) {
                throw new IllegalArgumentException("mode = " + params.getMode().shortLabel()
                        + ": delete is measured in mode ss only, because keys are put back between iterations;"
                        + " -Dmicrobench.cases chooses other methods");
            }
            prepare(local, params.getThreads());
        }

        void prepare(LocalStore local, int workers) {
            int count = Math.max(1, local.keys / BATCHES);
            if (workers > count) {
                throw new IllegalArgumentException("threads = " + workers
                        + ": each needs a key to delete, and a tenth of " + local.keys + " keys are " + count);
            }
            keys = Arrays.copyOf(KeyDraw.shuffled(local.keys, new SplittableRandom(LocalStore.seed())), count);
            barrier = new CyclicBarrier(workers, () -> {
                forces.set(0);
                local.trial().countForces();
                start = System.nanoTime();
                last.set(start);
            });
        }

        Trial.Rate rate(long nanos, boolean counted) {
            return new Trial.Rate("deletes", nanos, counted ? OptionalLong.of(forces.get()) : OptionalLong.empty());
        }
    }

    /** Deletes keys of its own. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up methods first.
    public static class Deleting {

        private int[] own;
        private Turns turns;
        private long present;

        @Setup
        public void take(Batch batch, ThreadParams threads) {
            int count = batch.keys.length / threads.getThreadCount();
            int first = count * threads.getThreadIndex();
            own = Arrays.copyOfRange(batch.keys, first, first + count);
        }

        @Setup(Level.Iteration)
        public void begin(LocalStore local, Batch batch) throws IOException {
            Trial trial = local.trial();
            turns = new Turns(trial.store(), trial.contents());
            trial.begin();
            present = 0;
            for (int key : own) {
                present += trial.store().get(key).isPresent() ? 1 : 0;
            }
        }

        void delete(Trial trial, Batch batch) throws InterruptedException, BrokenBarrierException, TimeoutException {
            batch.barrier.await(BARRIER_SECONDS, TimeUnit.SECONDS);
            for (int key : own) {
                turns.delete(key);
            }
            batch.last.accumulateAndGet(System.nanoTime(), (one, other) -> one - other > 0 ? one : other);
            batch.forces.accumulateAndGet(trial.forces().orElse(-1), Math::max);
        }

        /** Finds out what was deleted, and puts it back. */
        @TearDown(Level.Iteration)
        public void end(LocalStore local, Batch batch, ThreadParams threads) throws IOException {
            Trial trial = local.trial();
            long left = 0;
            for (int key : own) {
                left += trial.store().get(key).isPresent() ? 1 : 0;
                trial.store().put(key, trial.contents().value(key));
            }
            turns.hits = present - left;
            long nanos = batch.last.get() - batch.start;
            trial.end(
                    turns,
                    nanos,
                    threads.getThreadCount(),
                    Optional.of(batch.rate(nanos, trial.forces().isPresent())));
        }
    }
}
