// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.process.ForkReaper;
import io.microbench.process.ProcessTree;
import io.microbench.run.Eventually;
import io.microbench.run.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ForkWatchTest {

    private final TestClock clock = new TestClock();
    private final SilenceLimit silence = new SilenceLimit(clock, Duration.ofMinutes(1));
    private final ProcessTree tree = new ProcessTree();
    private final ForkReaper reaper = ForkReaper.none();
    private final AtomicInteger searches = new AtomicInteger();
    private Process fork;

    @BeforeEach
    void start() throws IOException {
        fork = new ProcessBuilder("sleep", "600").start();
    }

    @AfterEach
    void end() {
        fork.destroyForcibly();
    }

    private ForkWatch watch(Supplier<Optional<ProcessHandle>> search) {
        return new ForkWatch(
                Optional.of(() -> {
                    searches.incrementAndGet();
                    return search.get();
                }),
                tree,
                silence,
                reaper,
                ForkRun.Outside.NOTHING);
    }

    private Optional<ProcessHandle> found() {
        return Optional.of(fork.toHandle());
    }

    @Test
    void namesFoundForkBeforeOtherCandidates() {
        try (ForkWatch watch = watch(this::found)) {
            assertThat(watch.candidates()).isEmpty();

            watch.look();

            assertThat(watch.candidates()).startsWith(fork.toHandle());
        }
    }

    @Test
    void keepsForkThatShowsActivity() {
        try (ForkWatch watch = watch(this::found)) {
            watch.look();
            clock.pass(Duration.ofSeconds(60));
            watch.look();
            assertThat(watch.killed()).isEmpty();
            assertThat(fork.isAlive()).isTrue();
        }
    }

    /** A child of the fork has the fork's command line until it runs its own program. */
    @Test
    void distinguishesEndOfChildFromEndOfFork() throws Exception {
        Process child = new ProcessBuilder("true").start();
        child.waitFor();
        ProcessBuilder marked = new ProcessBuilder("sleep", "600");
        tree.mark(marked);
        fork.destroyForcibly();
        fork = marked.start();
        try (ForkWatch watch = watch(() -> searches.get() == 1 ? Optional.of(child.toHandle()) : found())) {
            for (int i = 0; i < 4; i++) {
                watch.look();
            }
            assertThat(fork.isAlive()).isTrue();
            assertThat(searches).hasValue(2);
        }
    }

    /** Searching all processes takes processor time during the measurement. */
    @Test
    void stopsSearchingOnceFound() {
        try (ForkWatch watch = watch(() -> searches.get() < 3 ? Optional.empty() : found())) {
            for (int i = 0; i < 6; i++) {
                watch.look();
            }
            assertThat(searches).hasValue(3);
        }
    }

    @Test
    void searchesLessOftenWithEachFailedSearch() {
        try (ForkWatch watch = watch(Optional::empty)) {
            silence.idle();
            simulate(watch, Duration.ofSeconds(10), watch.look());
        }
        assertThat(searches.get()).isBetween(5, 12);
    }

    @Test
    void searchesOftenAgainWhenJmhIsAboutToStartFork() {
        try (ForkWatch watch = watch(Optional::empty)) {
            for (int i = 0; i < 20; i++) {
                watch.look();
            }
            assertThat(watch.look()).isGreaterThan(Duration.ofSeconds(1));
            silence.starting();
            assertThat(watch.look()).isLessThan(Duration.ofMillis(50));
        }
    }

    /** Advances the time and runs the checks that the watch requested; returns their number. */
    private int simulate(ForkWatch watch, Duration time, Duration first) {
        int looks = 0;
        Duration passed = Duration.ZERO;
        for (Duration next = first; passed.plus(next).compareTo(time) < 0; next = watch.look()) {
            passed = passed.plus(next);
            clock.pass(next);
            looks++;
        }
        return looks;
    }

    /** A host that waits for a fork uses no processor. */
    @Test
    void sleepsThroughAMinuteOfIterations() {
        AtomicInteger woken = new AtomicInteger();
        silence.whenSooner(woken::incrementAndGet);
        try (ForkWatch watch = watch(this::found)) {
            Duration due = watch.look();
            int looks = 1;
            for (int second = 0; second < 60; second++) {
                silence.busyFor(Duration.ofSeconds(1));
                clock.pass(Duration.ofSeconds(1));
                silence.idle();
                due = due.minusSeconds(1);
                if (due.isNegative()) {
                    due = watch.look();
                    looks++;
                }
            }
            assertThat(looks + woken.get()).isLessThanOrEqualTo(3);
            assertThat(watch.killed()).isEmpty();
        }
    }

    @Test
    void runsOutsideCheckAtItsInterval() {
        AtomicInteger lookUps = new AtomicInteger();
        try (ForkWatch watch = new ForkWatch(Optional.of(this::found), tree, silence, reaper, () -> {
            lookUps.incrementAndGet();
            return Duration.ofSeconds(5);
        })) {
            int looks = simulate(watch, Duration.ofMinutes(1), watch.look());
            assertThat(looks).isEqualTo(11);
            assertThat(lookUps).hasValue(looks + 1);
        }
    }

    @Test
    void killsForkThatIsSilentTooLong() throws InterruptedException {
        try (ForkWatch watch = watch(this::found)) {
            watch.look();
            clock.pass(Duration.ofSeconds(66));
            watch.look();
            fork.waitFor();
            assertThat(watch.killed()).contains(ForkWatch.Kill.TIMED_OUT);
        }
    }

    @Test
    void wakesUpWhenRemainingTimeGetsShorter() throws InterruptedException {
        SilenceLimit patient = new SilenceLimit(clock, Duration.ofHours(1));
        try (ForkWatch watch =
                new ForkWatch(Optional.of(this::found), tree, patient, reaper, ForkRun.Outside.NOTHING)) {
            watch.start();
            Eventually.within(120, "found", () -> !watch.isGone());
            patient.dying();
            clock.pass(Duration.ofSeconds(3));
            fork.waitFor();
            assertThat(watch.killed()).contains(ForkWatch.Kill.TIMED_OUT);
        }
    }

    @Test
    void killsForkAsSoonAsItIsFound() throws InterruptedException {
        AtomicInteger visible = new AtomicInteger();
        try (ForkWatch watch = watch(() -> visible.get() == 0 ? Optional.empty() : found())) {
            watch.kill(ForkWatch.Kill.STOPPED);
            assertThat(fork.isAlive()).isTrue();
            visible.set(1);
            assertThat(watch.look()).isLessThanOrEqualTo(Duration.ofSeconds(1));
            fork.waitFor();
            assertThat(watch.killed()).contains(ForkWatch.Kill.STOPPED);
        }
    }

    @Test
    void keepsFirstReason() {
        try (ForkWatch watch = watch(this::found)) {
            watch.kill(ForkWatch.Kill.STOPPED);
            watch.kill(ForkWatch.Kill.TIMED_OUT);
            assertThat(watch.killed()).contains(ForkWatch.Kill.STOPPED);
        }
    }

    @Test
    void ignoresKillAfterEnd() {
        ForkWatch watch = watch(Optional::empty);
        watch.close();
        watch.kill(ForkWatch.Kill.STOPPED);

        assertThat(watch.killed()).isEmpty();
    }

    /** JMH leaves a fork running when the thread that waits for it is interrupted. */
    @Test
    void killsForkThatIsLeftBehind() throws InterruptedException {
        ForkWatch watch = watch(this::found);
        watch.look();
        watch.close();

        assertThat(fork.waitFor()).isNotZero();
        assertThat(watch.killed()).isEmpty();
    }

    @Test
    void neitherSearchesNorKillsInsideHost() {
        try (ForkWatch watch = new ForkWatch(Optional.empty(), tree, silence, reaper, ForkRun.Outside.NOTHING)) {
            clock.pass(Duration.ofHours(1));
            assertThat(watch.look()).isGreaterThanOrEqualTo(Duration.ofHours(1));
            watch.kill(ForkWatch.Kill.STOPPED);
            assertThat(watch.killed()).isEmpty();
        }
    }
}
