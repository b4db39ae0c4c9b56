// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * The base class of the benchmarks of all stores. There is a class for each durability, because not every backend has
 * every durability; the backends are those that {@link Backends} finds.
 *
 * <p>Each score comes with {@code hitRatio}, the share of operations that found the expected key, and {@code forces},
 * the number of disk syncs per write of the store. A fork fails if an operation fails, if less than 99 % hit, or if the
 * writes of a {@code safe} store cannot have been on disk, see {@link SafeWrites}.
 */
@State(Scope.Benchmark)
public abstract class StoreMicrobenchmark extends AbstractMicrobenchmark {

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private final Durability promised;

    StoreMicrobenchmark(Durability promised) {
        this.promised = promised;
    }

    @Override
    protected List<String> forwardedProperties() {
        return List.of(StoreFolder.PROPERTY, AnswerTimeout.PROPERTY);
    }

    @Override
    protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        String[] names = measured().stream().map(Backend::name).toArray(String[]::new);
        options.param("durability", promised.word());
        return names.length == 0 ? options : options.param("backend", names);
    }

    /** Returns the backends whose cases are listed. */
    abstract List<? extends Backend> measured();

    final Durability promised() {
        return promised;
    }

    static Backends backends() {
        return Backends.of(StoreMicrobenchmark.class.getClassLoader(), StoreMicrobenchmark::warn);
    }

    static void warn(String warning) {
        if (WARNED.add(warning)) {
            System.err.println("# " + warning);
        }
    }

    /** Prints a warning about a backend, unless the run selects other backends only. */
    static void warnIfRequested(String warning) {
        String cases = System.getProperty("microbench.cases", "");
        if (!cases.contains("backend=")
                || Arrays.stream(warning.split(" ", -1)).anyMatch(word -> cases.contains("backend=" + word))) {
            warn(warning);
        }
    }

    /** Checks that the parameter matches the class. */
    @Setup
    public void check(BenchmarkParams params) {
        requireDurability(params.getParam("durability"));
    }

    final void requireDurability(String durability) {
        if (!durability.equals(promised.word())) {
            throw new IllegalArgumentException(
                    "durability = \"" + durability + "\": " + getClass().getSimpleName() + " measures \""
                            + promised.word() + "\"; each durability has its own class");
        }
    }
}
