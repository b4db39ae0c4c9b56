/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ForkWatchTest {

    private final TestClock clock = new TestClock();
    private final Heartbeat heartbeat = new Heartbeat(clock, Duration.ofMinutes(1));
    private final ForkReaper reaper = ForkReaper.none();
    private final AtomicInteger searches = new AtomicInteger();
    private final AtomicInteger checks = new AtomicInteger();
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
                heartbeat,
                reaper,
                checks::incrementAndGet);
    }

    private Optional<ProcessHandle> found() {
        return Optional.of(fork.toHandle());
    }

    @Test
    void leavesAForkAloneThatIsHeardFrom() throws InterruptedException {
        try (ForkWatch watch = watch(this::found)) {
            Eventually.within(30, "two checks", () -> checks.get() >= 2);
            assertThat(watch.killed()).isEmpty();
            assertThat(fork.isAlive()).isTrue();
        }
    }

    /** Looking through all processes costs time that the fork is measured in. */
    @Test
    void searchesNoMoreOnceItHasFound() throws InterruptedException {
        try (ForkWatch watch = watch(() -> searches.get() < 3 ? Optional.empty() : found())) {
            Eventually.within(30, "found", () -> searches.get() >= 3);
            int before = checks.get();
            Eventually.within(30, "two more checks", () -> checks.get() >= before + 2);
            assertThat(searches).hasValue(3);
        }
    }

    @Test
    void killsAForkThatIsSilentForTooLong() throws InterruptedException {
        try (ForkWatch watch = watch(this::found)) {
            clock.pass(Duration.ofSeconds(66));
            fork.waitFor();
            assertThat(watch.killed()).contains(ForkWatch.Kill.TIMED_OUT);
        }
    }

    @Test
    void killsAForkAsSoonAsItCanBeFound() throws InterruptedException {
        AtomicInteger visible = new AtomicInteger();
        try (ForkWatch watch = watch(() -> visible.get() == 0 ? Optional.empty() : found())) {
            watch.kill(ForkWatch.Kill.STOPPED);
            assertThat(fork.isAlive()).isTrue();
            visible.set(1);
            fork.waitFor();
            assertThat(watch.killed()).contains(ForkWatch.Kill.STOPPED);
        }
    }

    @Test
    void keepsTheFirstReason() {
        try (ForkWatch watch = watch(this::found)) {
            watch.kill(ForkWatch.Kill.STOPPED);
            watch.kill(ForkWatch.Kill.TIMED_OUT);
            assertThat(watch.killed()).contains(ForkWatch.Kill.STOPPED);
        }
    }

    @Test
    void aKillAfterTheEndIsNone() {
        ForkWatch watch = watch(Optional::empty);
        watch.close();
        watch.kill(ForkWatch.Kill.STOPPED);

        assertThat(watch.killed()).isEmpty();
    }

    /** As JMH leaves it when the thread that waits for it is interrupted. */
    @Test
    void endsAForkThatIsLeftBehind() throws InterruptedException {
        ForkWatch watch = watch(this::found);
        Eventually.within(30, "found", () -> checks.get() >= 1);
        watch.close();

        assertThat(fork.waitFor()).isNotZero();
        assertThat(watch.killed()).isEmpty();
    }

    @Test
    void insideTheHostThereIsNothingToSearchOrToKill() throws InterruptedException {
        try (ForkWatch watch = new ForkWatch(Optional.empty(), heartbeat, reaper, checks::incrementAndGet)) {
            clock.pass(Duration.ofHours(1));
            Eventually.within(30, "two checks", () -> checks.get() >= 2);
            watch.kill(ForkWatch.Kill.STOPPED);
            assertThat(watch.killed()).isEmpty();
        }
    }
}
