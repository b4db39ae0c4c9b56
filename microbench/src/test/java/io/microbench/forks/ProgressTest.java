// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.run.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final TestClock clock = new TestClock();

    private Progress minutes(int planned) {
        return new Progress(clock, MINUTE.multipliedBy(planned));
    }

    @Test
    void startsWithWholePlan() {
        Progress progress = minutes(10);

        assertThat(progress.share()).isZero();
        assertThat(progress.left()).isEqualTo(MINUTE.multipliedBy(10));
        assertThat(progress.line()).isEqualTo("0.00% complete, ETA 00:10:00");
    }

    @Test
    void countsIterationsOfCurrentCase() {
        Progress progress = minutes(10);
        clock.pass(MINUTE);
        progress.iterationEnded(MINUTE);

        assertThat(progress.line()).isEqualTo("10.00% complete, ETA 00:09:00");
        assertThat(progress.briefly()).isEqualTo("10% done, 9 min 1 s left");
    }

    @Test
    void reportsTurnsForksAndIterations() {
        Progress progress = minutes(10);
        AtomicInteger changes = new AtomicInteger();
        progress.onChange(changes::incrementAndGet);
        progress.turn();
        progress.forkStarted();
        progress.iterationEnded(MINUTE);

        assertThat(changes).hasValue(3);
    }

    @Test
    void countsForkWithoutCaseBesideCurrentCase() {
        Progress progress = minutes(10);
        progress.iterationEnded(MINUTE);
        progress.asideStarted();
        progress.iterationEnded(MINUTE.multipliedBy(2));
        assertThat(progress.share()).isEqualTo(0.3);
        progress.asideEnded();
        assertThat(progress.share()).isEqualTo(0.3);
        progress.caseEnded(MINUTE.multipliedBy(2));
        progress.asideDone(MINUTE);

        assertThat(progress.share()).isEqualTo(0.5);
    }

    @Test
    void countsIterationsOnceWhenCaseEnds() {
        Progress progress = minutes(10);
        clock.pass(MINUTE.multipliedBy(5));
        progress.iterationEnded(MINUTE.multipliedBy(4));
        progress.caseEnded(MINUTE.multipliedBy(5));

        assertThat(progress.line()).isEqualTo("50.00% complete, ETA 00:05:00");
    }

    @Test
    void learnsActualSpeed() {
        Progress progress = minutes(100);
        clock.pass(MINUTE.multipliedBy(15));
        progress.caseEnded(MINUTE.multipliedBy(10));

        assertThat(progress.line()).isEqualTo("10.00% complete, ETA 02:15:00");
    }

    @Test
    void countsSkippedCaseWithoutTime() {
        Progress progress = minutes(10);
        progress.caseSkipped(MINUTE.multipliedBy(8));
        clock.pass(MINUTE);
        progress.caseEnded(MINUTE);

        assertThat(progress.line()).isEqualTo("50.00% complete, ETA 00:01:00");
    }

    @Test
    void countsOnlyCompletedIterationsOfShortenedCase() {
        Progress progress = minutes(10);
        clock.pass(MINUTE);
        progress.iterationEnded(MINUTE);
        progress.caseCutShort(MINUTE.multipliedBy(6));

        assertThat(progress.line()).isEqualTo("20.00% complete, ETA 00:04:00");
    }

    @Test
    void neverExceedsWholePlan() {
        Progress progress = minutes(1);
        clock.pass(MINUTE.multipliedBy(5));
        progress.iterationEnded(MINUTE.multipliedBy(3));

        assertThat(progress.share()).isEqualTo(1, within(1e-12));
        assertThat(progress.left()).isZero();
    }

    @Test
    void completesPlanWithoutTimeImmediately() {
        assertThat(minutes(0).line()).isEqualTo("100.00% complete, ETA 00:00:00");
        Progress skipped = minutes(1);
        skipped.caseSkipped(MINUTE);
        assertThat(skipped.line()).isEqualTo("100.00% complete, ETA 00:00:00");
    }
}
