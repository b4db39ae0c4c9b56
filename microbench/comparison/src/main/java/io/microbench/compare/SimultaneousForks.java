// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.fork.IterationBarrier;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun.PinnedFork;
import io.microbench.result.CaseId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Runs both forks of a pair at the same time when the first of them is requested, and keeps the result of the second until that is
 * requested.
 *
 * <p>The fork that is requested first runs on the first half of the processors; as sides take turns in being first, they change halves
 * from pair to pair.
 *
 * <p>For one thread.
 */
final class SimultaneousForks {

    private static final String BARRIER = ".barrier";

    /** Runs one fork and waits for its end. */
    interface Start {
        ForkReport run(Side side, PairedCase paired, int number, Path folder, PinnedFork where);
    }

    /** A fork that runs, or has ended, and was not requested yet. */
    private record Second(Side side, CaseId id, int number, CompletableFuture<ForkReport> result) {}

    private final ProcessorHalves halves;
    private final Start start;
    private Optional<Second> second = Optional.empty();

    SimultaneousForks(ProcessorHalves halves, Start start) {
        this.halves = halves;
        this.start = start;
    }

    /**
     * Returns the report of a fork.
     *
     * @param folder of the side's run, beside that of the other side
     */
    ForkReport fork(Side side, PairedCase paired, int number, Path folder) {
        Optional<Second> ended =
                second.filter(it -> it.side() == side && it.id().equals(paired.id()) && it.number() == number);
        second = Optional.empty();
        return ended.isPresent() ? await(ended.get().result()) : both(side, paired, number, folder);
    }

    private ForkReport both(Side side, PairedCase paired, int number, Path folder) {
        Path file = folder.resolve(BARRIER).toAbsolutePath();
        Path other = folder.resolveSibling(side.other().folder());
        try {
            Files.deleteIfExists(file);
            IterationBarrier ofFirst = IterationBarrier.open(file, 0);
            IterationBarrier ofSecond = IterationBarrier.open(file, 1);
            PinnedFork onFirst = new PinnedFork(halves.first(), file.toString(), 0, halves.each());
            PinnedFork onSecond = new PinnedFork(halves.second(), file.toString(), 1, halves.each());
            CompletableFuture<ForkReport> task = CompletableFuture.supplyAsync(
                    () -> leaving(ofSecond, () -> start.run(side.other(), paired, number, other, onSecond)),
                    run -> new Thread(run, "microbench-second-fork").start());
            try {
                return leaving(ofFirst, () -> start.run(side, paired, number, folder, onFirst));
            } finally {
                // Waits for its end in spite of an interruption.
                var unused = task.handle((report, failure) -> report).join();
                second = Optional.of(new Second(side.other(), paired.id(), number, task));
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start two forks together through " + file + " (" + e + ")", e);
        }
    }

    /** Runs a fork; the other one stops waiting when it ends or fails. */
    private static ForkReport leaving(IterationBarrier barrier, Supplier<ForkReport> fork) {
        try {
            return fork.get();
        } finally {
            barrier.leave();
        }
    }

    private static ForkReport await(CompletableFuture<ForkReport> result) {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
