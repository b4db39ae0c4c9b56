// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.compare.LocalMachine.SimultaneousForks;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.fork.IterationBarrier;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun.PinnedFork;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimultaneousForksTest {

    private static final PairedForks PAIRED = new PairedForks(Fixtures.paired("encode"));
    private static final int ITERATIONS = 3;

    @TempDir
    Path folder;

    /** Where each fork ran, by side and number. */
    private final Map<String, String> where = new ConcurrentHashMap<>();

    /** The halves to which forks were moved: alternately the first and the second fork of a pair. */
    private final List<String> moved = new CopyOnWriteArrayList<>();

    private final SimultaneousForks forks = new SimultaneousForks(
            new ProcessorHalves("0-1", "2-3", 2, false), this::start, (process, half) -> moved.add(half));

    private ForkReport start(PairFork fork, Path run, PinnedFork pinned) {
        Side side = fork.side();
        int number = fork.number();
        where.put(side.label() + number, pinned.processors());
        assertThat(run).isEqualTo(folder.resolve(side.folder()));
        if (number == 9 && side == Side.BASELINE) {
            throw new PreflightException("refused");
        }
        try {
            // Returns only if the other fork runs at the same time, or has left.
            IterationBarrier barrier = IterationBarrier.open(Path.of(pinned.barrier()), pinned.place());
            for (int i = 0; i < ITERATIONS; i++) {
                barrier.await();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Fixtures.report(number, side == Side.BASELINE ? 100 : 200);
    }

    private ForkReport first(Side side, int number) throws IOException {
        return fork(new PairFork(PAIRED, number, side, false));
    }

    private ForkReport second(Side side, int number) throws IOException {
        return fork(new PairFork(PAIRED, number, side, true));
    }

    private ForkReport fork(PairFork fork) throws IOException {
        return forks.fork(
                fork, Files.createDirectories(folder.resolve(fork.side().folder())));
    }

    private static double value(ForkReport report) {
        return report.fork().value().orElseThrow();
    }

    @Test
    void runsBothForksOnFirstRequest() throws IOException {
        assertThat(value(first(Side.BASELINE, 1))).isEqualTo(100);
        assertThat(where).containsOnlyKeys("baseline1", "candidate1");
        where.clear();

        assertThat(value(second(Side.CANDIDATE, 1))).isEqualTo(200);
        assertThat(where).isEmpty();
        assertThat(folder.resolve("old")).isEmptyDirectory();
    }

    @Test
    void swapsHalvesBeforeLaterIterations() throws IOException {
        first(Side.BASELINE, 1);

        assertThat(moved).containsExactly("2-3", "0-1", "0-1", "2-3");
    }

    @Test
    void cancelsDisturbanceOfOneHalf() {
        double[] before = {100, 50, 100, 50, 100};
        double[] after = {55, 110, 55, 110, 55};

        assertThat(PairedForks.ofSimultaneous(before, after)).isCloseTo(Math.log(1.1), within(1e-12));
        assertThat(PairedForks.ofSimultaneous(new double[] {100}, new double[] {110, 50}))
                .isCloseTo(Math.log(1.1), within(1e-12));
        assertThat(PairedForks.ofSimultaneous(new double[] {0, 100}, new double[] {100, 100}))
                .isNaN();
    }

    @Test
    void startsFirstSideOnFirstHalf() throws IOException {
        first(Side.BASELINE, 1);
        second(Side.CANDIDATE, 1);
        first(Side.CANDIDATE, 2);
        second(Side.BASELINE, 2);

        assertThat(where)
                .containsOnly(
                        Map.entry("baseline1", "0-1"),
                        Map.entry("candidate1", "2-3"),
                        Map.entry("candidate2", "0-1"),
                        Map.entry("baseline2", "2-3"));
    }

    @Test
    void releasesOtherForkAfterFailure() throws IOException {
        assertThatThrownBy(() -> first(Side.BASELINE, 9)).isInstanceOf(PreflightException.class);
        assertThat(where).containsKey("candidate9");

        // The next pair starts both forks again.
        assertThat(value(first(Side.CANDIDATE, 10))).isEqualTo(200);
        assertThat(value(second(Side.BASELINE, 10))).isEqualTo(100);
    }

    @Test
    void reportsFailureOfSecondFork() throws IOException {
        assertThat(value(first(Side.CANDIDATE, 9))).isEqualTo(200);
        assertThatThrownBy(() -> second(Side.BASELINE, 9))
                .isInstanceOf(PreflightException.class)
                .hasMessage("refused");
    }
}
