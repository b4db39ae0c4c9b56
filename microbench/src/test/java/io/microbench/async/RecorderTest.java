// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTest {

    private static final Duration AT_ONCE = Duration.ZERO;

    private final TestClock clock = new TestClock();
    private final Recorder recorder = new Recorder(clock);

    @BeforeEach
    void open() {
        recorder.open();
    }

    private static List<Long> values(Histogram histogram) {
        List<Long> all = new ArrayList<>();
        histogram.forEach((nanos, count) -> {
            for (long i = 0; i < count; i++) {
                all.add(Math.round(nanos));
            }
        });
        return all;
    }

    private static double meanNanos(Histogram histogram) {
        double[] sum = {0};
        histogram.forEach((nanos, count) -> sum[0] += nanos * count);
        return sum[0] / histogram.total();
    }

    private void pass(long millis) {
        clock.pass(Duration.ofMillis(millis));
    }

    @Test
    void measures50MillisecondsAs50Milliseconds() {
        AsyncWork.Unit unit = recorder.begin();
        pass(50);
        unit.done();
        pass(50);
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.completed()).isEqualTo(1);
        assertThat(counts.seconds()).isEqualTo(0.1);
        assertThat(values(counts.latency())).hasSize(1).allSatisfy(nanos -> assertThat((double) nanos)
                .isBetween(49.5e6, 50.5e6));
    }

    @Test
    void measuresGapsBetweenCompletionsFromStart() {
        for (int i = 0; i < 3; i++) {
            pass(100);
            recorder.completed(1);
        }
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.completed()).isEqualTo(3);
        assertThat(values(counts.gaps())).hasSize(3).allSatisfy(nanos -> assertThat((double) nanos)
                .isBetween(99e6, 101e6));
    }

    @Test
    void dividesGapByUnitsOfBatch() {
        for (int i = 0; i < 10; i++) {
            pass(60);
            recorder.completed(4);
        }
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.completed() / counts.seconds()).isBetween(66.6, 66.7);
        assertThat(values(counts.gaps())).hasSize(40).allSatisfy(nanos -> assertThat((double) nanos)
                .isBetween(14.8e6, 15.2e6));
    }

    /** If completions are too frequent to read the clock for each, gaps are means over several completions. */
    @Test
    void keepsSumOfGapsForFrequentCompletions() {
        int units = 1_000_000;
        for (int i = 0; i < units; i++) {
            clock.pass(Duration.ofNanos(20));
            recorder.completed(1);
        }
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.completed()).isEqualTo(units);
        assertThat(counts.gaps().total()).isBetween(units - 1024L, (long) units);
        double sum = values(counts.gaps()).stream().mapToLong(nanos -> nanos).sum();
        assertThat(sum / counts.gaps().total()).isBetween(19.5, 20.5);
    }

    @Test
    void countsFailedUnitWithoutLatency() {
        recorder.begin().fail();
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.failed()).isEqualTo(1);
        assertThat(counts.completed() + counts.unfinished() + counts.latency().total())
                .isZero();
    }

    @Test
    void countsUnitOnceAndReportsSecondCompletion() {
        AsyncWork.Unit unit = recorder.begin();
        unit.done();
        unit.done();
        unit.fail();
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(List.of(counts.completed(), counts.failed(), counts.twice())).containsExactly(1L, 0L, 2L);
    }

    @Test
    void countsUnitThatNeverEndsAsUnfinished() {
        recorder.begin();
        recorder.begin().done();

        AsyncCounts counts = recorder.close(AT_ONCE);
        assertThat(List.of(counts.completed(), counts.unfinished())).containsExactly(1L, 1L);
        recorder.open();
        assertThat(recorder.close(AT_ONCE).unfinished()).isZero();
    }

    @Test
    void countsUnitThatEndsAfterItsIterationAsLate() {
        AsyncWork.Unit unit = recorder.begin();
        assertThat(recorder.close(AT_ONCE).unfinished()).isEqualTo(1);
        recorder.open();
        pass(5);
        unit.done();
        pass(5);
        AsyncCounts next = recorder.close(AT_ONCE);

        assertThat(next.late()).isEqualTo(1);
        assertThat(next.completed() + next.latency().total() + next.gaps().total() + next.unfinished())
                .isZero();
    }

    @Test
    void countsUnitThatEndsBetweenIterationsAsLate() {
        AsyncWork.Unit unit = recorder.begin();
        recorder.close(AT_ONCE);
        unit.done();
        recorder.completed(2);
        recorder.open();

        assertThat(recorder.close(AT_ONCE).late()).isEqualTo(3);
    }

    @Test
    void waitsForUnitsInFlightAndCountsThemAsLate() throws Exception {
        AsyncWork.Unit unit = recorder.begin();
        CountDownLatch closing = new CountDownLatch(1);
        Thread straggler = new Thread(() -> {
            try {
                closing.await();
                while (recorder.isMeasuring()) {
                    Thread.onSpinWait();
                }
                clock.pass(Duration.ofMillis(1));
                unit.done();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        straggler.start();
        closing.countDown();
        // The clock of this test stands still, so close() waits until the unit has ended.
        AsyncCounts counts = recorder.close(Duration.ofSeconds(1));
        straggler.join();

        assertThat(List.of(counts.completed(), counts.late(), counts.unfinished()))
                .containsExactly(0L, 1L, 0L);
        assertThat(counts.latency().total()).isEqualTo(1);
    }

    @Test
    void reportsMostUnitsInFlight() {
        List<AsyncWork.Unit> units = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            pass(1);
            units.add(recorder.begin());
        }
        units.forEach(AsyncWork.Unit::done);
        pass(1);
        recorder.begin().done();

        assertThat(recorder.close(AT_ONCE).mostInFlight()).isEqualTo(7);
    }

    /** Memory does not grow with the number of units: counters have 64 bits, durations are in buckets. */
    @Test
    void countsTenBillionUnits() {
        for (int i = 0; i < 10; i++) {
            pass(1000);
            recorder.completed(1_000_000_000L);
        }
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.completed()).isEqualTo(10_000_000_000L);
        assertThat(counts.gaps().total()).isEqualTo(10_000_000_000L);
        assertThat(counts.completed() / counts.seconds()).isEqualTo(1e9);
    }

    /**
     * The example of BencheeAsync: an invocation lasts as long as its unit, which ends just after the next one has
     * begun.
     */
    @ParameterizedTest
    @ValueSource(longs = {50, 100, 1000})
    void measuresUnitsThatOverlapNextInvocation(long millis) {
        AsyncWork.Unit before = recorder.begin();
        for (int i = 0; i < 20; i++) {
            pass(millis);
            AsyncWork.Unit next = recorder.begin();
            before.done();
            before = next;
        }
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(values(counts.latency())).hasSize(20).allSatisfy(nanos -> assertThat((double) nanos)
                .isBetween(0.99e6 * millis, 1.01e6 * millis));
        assertThat(values(counts.gaps()))
                .allSatisfy(nanos -> assertThat((double) nanos).isBetween(0.99e6 * millis, 1.01e6 * millis));
    }

    @Test
    void excludesSetUpAndTearDownFromRate() {
        pass(3000);
        for (int i = 0; i < 10; i++) {
            AsyncWork.Unit unit = recorder.begin();
            pass(50);
            unit.done();
        }
        pass(7000);

        assertThat(recorder.close(AT_ONCE).seconds()).isEqualTo(0.5);
    }

    /** The rate of ten units in a second is ten per second, although only 0.9 s pass between the first and the last. */
    @Test
    void includesTimeUntilNextUnitIsDue() {
        for (int i = 0; i < 10; i++) {
            AsyncWork.Unit unit = recorder.begin();
            pass(5);
            unit.done();
            pass(95);
        }
        pass(7000);

        assertThat(recorder.close(AT_ONCE).seconds()).isEqualTo(1);
    }

    @Test
    void includesStallAtEnd() {
        for (int i = 0; i < 10; i++) {
            recorder.begin().done();
            pass(10);
        }
        AsyncWork.Unit stalled = recorder.begin();
        pass(1900);
        stalled.done();

        assertThat(recorder.close(AT_ONCE).seconds()).isEqualTo(2);
    }

    /**
     * A server with constant service time and random arrivals (M/D/1): the mean wait is load / (2 (1 - load)) service
     * times (Pollaczek and Khinchine).
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.9})
    void measuresQueueAsTheoryPredicts(double load) {
        int units = 400_000;
        long service = 10_000;
        SplittableRandom random = new SplittableRandom(7);
        PriorityQueue<Map.Entry<Long, AsyncWork.Unit>> ends = new PriorityQueue<>(Map.Entry.comparingByKey());
        long start = clock.getAsLong();
        double arrival = 0;
        long free = 0;
        for (int i = 0; i < units; i++) {
            arrival += -Math.log(1 - random.nextDouble()) * service / load;
            completeUntil(ends, (long) arrival, start);
            advance(start + (long) arrival);
            free = Math.max(free, (long) arrival) + service;
            ends.add(Map.entry(free, recorder.begin()));
        }
        completeUntil(ends, Long.MAX_VALUE, start);
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.completed()).isEqualTo(units);
        double wait = meanNanos(counts.latency()) - service;
        double theory = service * load / (2 * (1 - load));
        assertThat(wait / theory).isBetween(0.95, 1.05);
        assertThat(counts.completed() / counts.seconds() * service / 1e9).isBetween(load * 0.99, load * 1.01);
    }

    private void completeUntil(PriorityQueue<Map.Entry<Long, AsyncWork.Unit>> ends, long time, long start) {
        while (!ends.isEmpty() && ends.peek().getKey() <= time) {
            Map.Entry<Long, AsyncWork.Unit> end = ends.remove();
            advance(start + end.getKey());
            end.getValue().done();
        }
    }

    private void advance(long to) {
        clock.pass(Duration.ofNanos(to - clock.getAsLong()));
    }

    /** Every unit ends on another thread than it began on; some fail, some end twice. */
    @Test
    void losesNoUnitsBetweenThreads() throws Exception {
        int each = 50_000;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            AsyncWork.Unit[] handed = new AsyncWork.Unit[each];
            CountDownLatch begun = new CountDownLatch(1);
            threads.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    handed[i] = recorder.begin();
                    recorder.completed(2);
                }
                begun.countDown();
            }));
            threads.add(new Thread(() -> {
                try {
                    begun.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                for (int i = 0; i < each; i++) {
                    if (i % 10 == 0) {
                        handed[i].fail();
                    } else {
                        handed[i].done();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        AsyncCounts counts = recorder.close(AT_ONCE);

        assertThat(counts.completed()).isEqualTo(4L * each * 2 + 4L * each * 9 / 10);
        assertThat(counts.failed()).isEqualTo(4L * each / 10);
        assertThat(counts.latency().total()).isEqualTo(4L * each * 9 / 10);
        assertThat(List.of(counts.unfinished(), counts.twice(), counts.late())).containsOnly(0L);
    }

    @Test
    void reusesUnitsThatEndOnAnotherThread() throws Exception {
        Set<AsyncWork.Unit> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int round = 0; round < 200; round++) {
            AsyncWork.Unit[] units = new AsyncWork.Unit[100];
            for (int i = 0; i < units.length; i++) {
                units[i] = recorder.begin();
                seen.add(units[i]);
            }
            Thread other = new Thread(() -> Arrays.stream(units).forEach(AsyncWork.Unit::done));
            other.start();
            other.join();
        }
        assertThat(seen).hasSizeLessThan(1000);
    }
}
