// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.Concurrency;
import io.microbench.Fixture;
import io.microbench.async.AsyncWork;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.members.StoreNodes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/**
 * The workload for stores with one and three members, each on its own node on this machine. All thread counts of a
 * method share the nodes; a fork has a client for each member.
 */
// Modes: the score is the time of an operation, with its percentiles; "completed" is the rate of all workers.
@State(Scope.Benchmark)
@Fixture.Use(value = StoreNodes.class, startSeconds = 120, warmupSeconds = 30)
@Concurrency(
        value = {1, 20, 50, 200},
        chart = "Replicated stores, nodes={nodes}: {method}",
        rates = {"completed", "deletes"})
@BenchmarkMode(Mode.SampleTime)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 3, time = 1)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class ReplicatedStoreMicrobenchmark extends StoreMicrobenchmark {

    /** Creates the workload; called by subclasses. */
    protected ReplicatedStoreMicrobenchmark(Durability promised) {
        super(promised);
    }

    @Override
    final List<? extends Backend> measured() {
        return backends().having(ReplicatedBackend.class, promised());
    }

    @Override
    protected Optional<String> skipReason(String method, Map<String, String> parameters) {
        StoreNodes.count(parameters);
        Optional<ReplicatedBackend> backend = backends().having(ReplicatedBackend.class, promised()).stream()
                .filter(each -> each.name().equals(parameters.get("backend")))
                .findFirst();
        if (backend.isEmpty()) {
            return Optional.of("no replicated store " + parameters.get("backend") + " with durability "
                    + promised().word() + " is on the class path");
        }
        Optional<String> reads = Optional.ofNullable(parameters.get("reads"))
                .filter(consistency -> !backend.get().reads().contains(Reads.of(consistency)))
                .map(consistency -> backend.get().name() + " has no " + consistency + " reads");
        return reads.or(backend.get()::unavailable);
    }

    /** Inserts new keys; each iteration begins with an empty store. */
    @Benchmark
    public boolean insert(ReplicatedWorkers.Inserting worker) {
        return worker.insert();
    }

    /** Looks up existing keys. */
    @Benchmark
    public boolean query(ReadWorkers.Choosing worker) {
        return worker.query();
    }

    /** Looks up keys, and updates every twentieth. */
    @Benchmark
    public boolean mix95(ReadWorkers.Choosing worker) {
        return worker.mixed(95);
    }

    /** Looks up keys, and updates every second one. */
    @Benchmark
    public boolean mix50(ReadWorkers.Choosing worker) {
        return worker.mixed(50);
    }

    /**
     * Like {@link #mix95}, but in an open loop: {@code async.latency} is the time from when an operation should have
     * begun, at {@code perSecond}, to its end. The rate was reached if {@code async.throughput} is as high.
     */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.SECONDS)
    @Concurrency({50})
    public boolean paced(ReadWorkers.Choosing worker, PacedOperations pace, AsyncWork work) {
        AsyncWork.Unit unit = work.begin();
        boolean hit = worker.mixed(95);
        if (hit) {
            unit.done();
        } else {
            unit.fail();
        }
        return hit;
    }

    /**
     * Deletes a tenth of the keys, which are put back between iterations, untimed. The score is the time of a worker
     * for its share; {@code deletes} is the rate of all workers.
     */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 2)
    @Measurement(iterations = 3)
    public void delete(ReplicatedWorkers.Deleting worker, ReplicatedWorkers.Batch batch)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        worker.delete(batch);
    }
}
