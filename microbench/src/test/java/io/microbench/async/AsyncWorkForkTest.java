// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import io.microbench.run.PlanRun;
import io.microbench.run.TestPlans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks, whose results are sent over JMH's link and stored in the record. */
@Tag("processes")
class AsyncWorkForkTest {

    @TempDir
    Path folder;

    private static double score(Map<String, Metric> results, String name) {
        return metric(results, name).score();
    }

    private static Metric metric(Map<String, Metric> results, String name) {
        return Objects.requireNonNull(results.get(name), () -> name + " is not among " + results.keySet());
    }

    private CaseResult measure(Class<?> fixture, String method, int millis) {
        PlannedCase planned =
                TestPlans.of(fixture, method).time(Duration.ofMillis(millis)).planned();
        try (PlanRun run = PlanRun.open(TestPlans.plan(folder, planned))) {
            return done(run.run(planned).result());
        }
    }

    private static CaseResult done(CaseResult result) {
        assertThat(result.status()).as(result.reason()).isEqualTo(CaseResult.Status.DONE);
        return result;
    }

    /** BencheeAsync interpreted such times as microseconds. */
    @Test
    void measures50MillisecondsAs50Milliseconds() {
        CaseResult result = measure(PipelineFixture.class, "fiftyMilliseconds", 500);
        Map<String, Metric> results = result.secondary();

        // The time is never shorter, but longer on a busy machine.
        assertThat(score(results, "async.latency:p0.00")).isBetween(49_500.0, 5_000_000.0);
        // Curves and comparisons parse units as JMH writes them.
        assertThat(ScoreUnit.parse(metric(results, "async.latency:p0.99").unit()))
                .hasValueSatisfying(unit -> assertThat(unit.nanos()).isEqualTo(1000));
        assertThat(score(results, "async.mostInFlight")).isEqualTo(1);
        assertThat(score(results, "async.throughput")).isBetween(0.1, 20.5);
        assertThat(metric(results, "async.throughput").unit()).isEqualTo("units/s");
        assertThat(score(results, "async.failed")).isZero();
        List<IterationResult> iterations = result.forks().get(0).measured();
        assertThat(iterations).hasSize(2).allSatisfy(iteration -> assertThat(iteration.secondary())
                .containsKeys("async.throughput", "async.latency:p0.99", "async.latency:samples"));
        assertThat(score(results, "async.completed"))
                .isEqualTo(iterations.stream()
                        .mapToDouble(i -> score(i.secondary(), "async.completed"))
                        .sum());
    }

    @Test
    void countsReportsFromCodeWithoutUnit() {
        Map<String, Metric> results =
                measure(PipelineFixture.class, "recorded", 500).secondary();

        assertThat(score(results, "async.completed")).isPositive();
        assertThat(score(results, "async.gap:p0.00")).isGreaterThan(990);
        assertThat(results).doesNotContainKey("async.latency");
    }

    /** A mock may report units for a benchmark without {@link AsyncWork}; they used to be lost silently. */
    @Test
    void countsUnitsOfBenchmarkWithoutAsyncWork() {
        CaseResult result = measure(UnclaimedWorkFixture.class, "mocked", 100);

        assertThat(score(result.secondary(), "async.completed")).isPositive();
        assertThat(score(result.secondary(), "async.throughput")).isPositive();
        assertThat(result.forks().get(0).measured()).hasSize(2).allSatisfy(iteration -> assertThat(
                        score(iteration.secondary(), "async.completed") % 3)
                .isZero());
    }

    /**
     * The example of BencheeAsync: units of two lengths, each a case. There, each case except the first counted its
     * warm-up, and all samples were lost if a hook changed the input.
     */
    @Test
    void countsUnitsPerCaseDespiteHooks() {
        PlannedCase first = ofLength(10);
        PlannedCase second = ofLength(100);
        List<Map<String, Metric>> cases = new ArrayList<>();
        try (PlanRun run = PlanRun.open(TestPlans.plan(folder, first, second))) {
            cases.add(done(run.run(first).result()).secondary());
            cases.add(done(run.run(second).result()).secondary());
        }

        for (int i = 0; i < cases.size(); i++) {
            Map<String, Metric> results = cases.get(i);
            double micros = i == 0 ? 10_000 : 100_000;
            assertThat(score(results, "async.latency:p0.00")).isBetween(0.99 * micros, 50 * micros);
            assertThat(score(results, "async.failed")).isZero();
            assertThat(score(results, "async.latency:samples")).isGreaterThanOrEqualTo(2);
        }
        // Each unit begins when the previous one has ended: the rate follows from the latency, not from slow set-up and
        // tear-down methods.
        double share = score(cases.get(1), "async.throughput") * score(cases.get(1), "async.latency") / 1e6;
        assertThat(share).isBetween(0.6, 1.5);
    }

    /** The example of BencheeAsync, in which JMH's score ranks the slower unit first because its body is shorter. */
    @Test
    void scoresTimeOfUnitAndReportsTimeOfBodyToo() {
        CaseResult quick = measure(SeedFixture.class, "shortUnit", 10);
        CaseResult slow = measure(SeedFixture.class, "longUnit", 10);

        // In throughput mode the score is the number of consecutive units per second.
        assertThat(quick.forkValues()[0]).isGreaterThan(slow.forkValues()[0]);
        assertThat(quick.score().orElseThrow().score())
                .isGreaterThan(slow.score().orElseThrow().score());
        assertThat(score(quick.secondary(), Metric.BODY)).isLessThan(score(slow.secondary(), Metric.BODY));
        assertThat(metric(quick.secondary(), Metric.BODY).unit())
                .isEqualTo(quick.score().orElseThrow().unit());
        assertThat(quick.forks().get(0).measured()).allSatisfy(iteration -> assertThat(iteration.score())
                .isGreaterThan(score(iteration.secondary(), Metric.BODY)));
    }

    private static PlannedCase ofLength(int millis) {
        PlannedCase planned = TestPlans.of(HookedWorkFixture.class, "work")
                .time(Duration.ofMillis(300))
                .planned();
        CaseId id = planned.id();
        TreeMap<String, String> parameters = new TreeMap<>(Map.of("millis", Integer.toString(millis)));
        return new PlannedCase(
                new CaseId(id.className(), id.method(), parameters, id.threads(), Optional.empty()),
                HookedWorkFixture.class,
                planned.plan());
    }

    @Test
    void listsUnitsThatEndTwiceOrNever() {
        Map<String, Metric> twice = measure(OddWorkFixture.class, "twice", 50).secondary();
        Map<String, Metric> never = measure(OddWorkFixture.class, "never", 50).secondary();

        assertThat(score(twice, "async.completed")).isPositive();
        assertThat(score(twice, "async.completedTwice")).isEqualTo(score(twice, "async.completed"));
        assertThat(score(never, "async.unfinished")).isPositive();
        assertThat(score(never, "async.completed")).isZero();
    }

    @Test
    void endsForkWhileUnitsKeepEnding() {
        CaseResult result = measure(OddWorkFixture.class, "afterTheEnd", 50);

        assertThat(score(result.secondary(), "async.completedTwice")).isPositive();
        assertThat(result.forks()).extracting(ForkResult::pid).noneMatch(pid -> ProcessHandle.of(pid)
                .map(ProcessHandle::isAlive)
                .orElse(false));
    }
}
