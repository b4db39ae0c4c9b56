// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.Concurrency;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** The workload for stores in the JVM of the fork, which opens its store in a new folder. */
// Short, so that a class takes a few minutes: enough for orders of magnitude, not for publication.
@State(Scope.Benchmark)
@Concurrency(
        value = {1, 20, 50, 200},
        chart = "Local stores: {method}",
        rates = {"completed", "deletes"})
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
@OutputTimeUnit(TimeUnit.SECONDS)
public abstract class LocalStoreMicrobenchmark extends StoreMicrobenchmark {

    /** Creates the workload; called by subclasses. */
    protected LocalStoreMicrobenchmark(Durability promised) {
        super(promised);
    }

    @Override
    protected List<String> forkJvmArgs() {
        // A map keeps the inserted keys of an iteration on the heap. JDK 24 and newer warn about native libraries.
        return List.of("-Xmx2g", "--enable-native-access=ALL-UNNAMED");
    }

    /**
     * Lets each worker start when it is ready. By default JMH lets ready workers run untimed until all are ready; many
     * more workers than processors would fill the memory meanwhile.
     */
    @Override
    protected final ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        return super.options(options).syncIterations(false);
    }

    @Override
    final List<? extends Backend> measured() {
        return backends().usable(LocalBackend.class, promised(), StoreMicrobenchmark::warnIfRequested);
    }

    /** Inserts new keys; each iteration begins with an empty store. */
    @Benchmark
    public boolean insert(LocalWorkers.Inserting worker) {
        return worker.insert();
    }

    /** Looks up existing keys. */
    @Benchmark
    public boolean query(LocalWorkers.Choosing worker) {
        return worker.query();
    }

    /** Looks up keys, and updates every twentieth. */
    @Benchmark
    public boolean mix95(LocalWorkers.Choosing worker) {
        return worker.mixed(95);
    }

    /** Looks up keys, and updates every second one. */
    @Benchmark
    public boolean mix50(LocalWorkers.Choosing worker) {
        return worker.mixed(50);
    }

    /**
     * Deletes a tenth of the keys, which are put back between iterations, untimed. The score is the time of a worker
     * for its share; {@code deletes} is the rate of all workers.
     */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Warmup(iterations = 2)
    @Measurement(iterations = 3)
    public void delete(LocalWorkers.Deleting worker, LocalWorkers.Batch batch)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        worker.delete(batch);
    }
}
