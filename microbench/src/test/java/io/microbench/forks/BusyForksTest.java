// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ForkWatch.Kill;
import io.microbench.process.ForkReaper;
import io.microbench.process.ProcessTree;
import io.microbench.run.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BusyForksTest {

    private final BusyForks busy = new BusyForks();
    private final List<Process> forks = new ArrayList<>();
    private final List<ForkWatch> watches = new ArrayList<>();

    @AfterEach
    void end() {
        watches.forEach(ForkWatch::close);
        forks.forEach(Process::destroyForcibly);
    }

    private ForkWatch watch(ForkRun.Outside outside, String... command) {
        try {
            Process fork = new ProcessBuilder(command).start();
            forks.add(fork);
            ForkWatch watch = new ForkWatch(
                    Optional.of(() -> Optional.of(fork.toHandle())),
                    new ProcessTree(),
                    new SilenceLimit(new TestClock(), Duration.ofMinutes(1)),
                    ForkReaper.none(),
                    outside);
            watches.add(watch);
            return watch;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ForkWatch watch() {
        return watch(ForkRun.Outside.NOTHING, "sleep", "600");
    }

    @Test
    void killsBusyForksAndLaterOnesWhenStopped() throws InterruptedException {
        ForkWatch one = watch();
        ForkWatch other = watch();
        busy.add(one);
        busy.add(other);
        assertThat(busy.isStopped()).isFalse();

        busy.stop();
        ForkWatch late = watch();
        busy.add(late);

        assertThat(busy.isStopped()).isTrue();
        assertThat(List.of(one, other, late))
                .allSatisfy(watch -> assertThat(watch.killed()).contains(Kill.STOPPED));
        for (Process fork : forks) {
            fork.waitFor();
        }
    }

    @Test
    void killsBusyForksButNotLaterOnesAtEndOfTime() {
        ForkWatch one = watch();
        busy.add(one);

        busy.endOfTime();
        ForkWatch late = watch();
        busy.add(late);

        assertThat(one.killed()).contains(Kill.OUT_OF_TIME);
        assertThat(late.killed()).isEmpty();
        assertThat(busy.isStopped()).isFalse();
    }

    @Test
    void letsForkCleanUpBeforeKill() throws InterruptedException {
        ForkWatch patient = watch();
        patient.look();
        busy.add(patient);

        busy.stop(Duration.ofMinutes(5));

        // The signal is SIGTERM; the exit code of a killed fork would be 128 + 9.
        assertThat(forks.get(0).waitFor()).isEqualTo(128 + 15);
    }

    /** The watch holds its lock when it detects the end of the time, while another thread may stop all forks. */
    @Test
    void avoidsDeadlockBetweenWatchAndStoppingThread() throws InterruptedException {
        Thread stopper = new Thread(busy::stop);
        ForkWatch watch = watch(
                () -> {
                    stopper.start();
                    while (!busy.isStopped()) {
                        Thread.onSpinWait();
                    }
                    busy.endOfTime();
                    return Duration.ofDays(1);
                },
                "sleep",
                "600");
        busy.add(watch);

        watch.look();
        stopper.join();

        assertThat(watch.killed()).contains(Kill.OUT_OF_TIME);
    }
}
