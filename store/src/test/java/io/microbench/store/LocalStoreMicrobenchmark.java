/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.Concurrency;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * The workload for stores that live in the JVM of the fork. There is a class for each durability, because not every backend has every
 * durability; the backends are those that {@link Backends} finds.
 *
 * <p>A fork opens its store in a folder of its own. Beside each score are {@code hitRatio}, the part of operations that found what they
 * were to find, and {@code forces}, how often the disk was made to write for each write of the store. A fork ends with an error if an
 * operation fails, if less than 99 % hit, or if the writes of a {@code safe} store cannot have been on disk, as {@link SafeWrites} knows.
 */
// Short, so that a class takes a few minutes: enough to see an order of magnitude, not to publish it.
@State(Scope.Benchmark)
@Concurrency({1, 20, 50, 200})
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
@OutputTimeUnit(TimeUnit.SECONDS)
public abstract class LocalStoreMicrobenchmark extends AbstractMicrobenchmark {

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private final Durability promised;

    /** For subclasses. */
    protected LocalStoreMicrobenchmark(Durability promised) {
        this.promised = promised;
    }

    @Override
    protected List<String> forkJvmArgs() {
        // A map keeps on the heap what is inserted within an iteration. JDK 24 and newer warn about native libraries.
        return List.of("-Xmx2g", "--enable-native-access=ALL-UNNAMED");
    }

    @Override
    protected List<String> forwardedProperties() {
        return List.of(StoreFolder.PROPERTY);
    }

    @Override
    protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        String[] names = backends().usable(false, promised, LocalStoreMicrobenchmark::warn).stream()
                .map(Backend::name)
                .toArray(String[]::new);
        options.param("durability", promised.word());
        return names.length == 0 ? options : options.param("backend", names);
    }

    static Backends backends() {
        return Backends.of(LocalStoreMicrobenchmark.class.getClassLoader(), LocalStoreMicrobenchmark::warn);
    }

    private static void warn(String warning) {
        if (WARNED.add(warning)) {
            System.err.println("# " + warning);
        }
    }

    /** Checks that the parameter is what the class is for. */
    @Setup
    public void check(LocalStore store) {
        if (!store.durability.equals(promised.word())) {
            throw new IllegalArgumentException(
                    "durability = \"" + store.durability + "\": " + getClass().getSimpleName() + " measures \""
                            + promised.word() + "\"; each durability has a class of its own");
        }
    }

    /** Inserts keys that are not there; each iteration begins with an empty store. */
    @Benchmark
    public boolean insert(Workers.Inserting worker) {
        return worker.insert();
    }

    /** Looks up keys that are there. */
    @Benchmark
    public boolean query(Workers.Choosing worker) {
        return worker.query();
    }

    /** Looks up keys, and sets every twentieth anew. */
    @Benchmark
    public boolean mix95(Workers.Choosing worker) {
        return worker.mixed(95);
    }

    /** Looks up keys, and sets every second one anew. */
    @Benchmark
    public boolean mix50(Workers.Choosing worker) {
        return worker.mixed(50);
    }

    /**
     * Deletes a tenth of the keys, which are put back between iterations, off the clock. The score is the time of a worker for its share;
     * {@code deletes} beside it is the rate of all.
     */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Warmup(iterations = 2)
    @Measurement(iterations = 3)
    public void delete(Workers.Deleting worker, Workers.Batch batch, LocalStore store)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        worker.delete(store.trial(), batch);
    }
}
