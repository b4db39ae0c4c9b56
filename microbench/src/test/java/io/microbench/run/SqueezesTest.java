// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.run.MeasuredCases.Squeezes;
import io.microbench.run.MeasuredCases.Squeezes.Ended;
import io.microbench.run.PlanRun.CaseOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests squeezes of a run on synthetic results. */
class SqueezesTest {

    private static PlannedCase planned(String map, int threads) {
        CaseId id = new CaseId("io.acme.Maps", "put", new TreeMap<>(Map.of("map", map)), threads, Optional.empty());
        return new PlannedCase(
                id,
                SqueezesTest.class,
                CasePlan.builder(Mode.THROUGHPUT).threads(threads).build());
    }

    private static List<PlannedCase> ladder(String map, int top) {
        List<PlannedCase> cases = new ArrayList<>();
        for (int threads = 1; threads <= top; threads++) {
            cases.add(planned(map, threads));
        }
        return cases;
    }

    private static CaseOutcome scored(PlannedCase planned, double... rates) {
        List<ForkResult> forks = new ArrayList<>();
        for (double rate : rates) {
            forks.add(MadeRecords.fork(forks.size() + 1)
                    .iterations(List.of(MadeRecords.iteration(Phase.MEASUREMENT, 1, rate)))
                    .build());
        }
        return new CaseOutcome.Completed(new CaseResult(
                planned.id(),
                planned.plan(),
                Status.DONE,
                "",
                Optional.of(new Metric(rates[0], Double.NaN, "ops/s")),
                Map.of(),
                forks));
    }

    private static CaseOutcome failed(PlannedCase planned, Failure.Kind kind) {
        return new CaseOutcome.Failed(
                CaseResult.planned(planned.id(), planned.plan()), new Failure(kind, "boom", "", List.of(), List.of()));
    }

    @Test
    void searchesEachFamilySeparately() {
        List<PlannedCase> striped = ladder("striped", 4);
        List<PlannedCase> locked = ladder("locked", 4);
        List<PlannedCase> both = new ArrayList<>(locked);
        both.addAll(striped);
        Squeezes squeezes = new Squeezes(Optional.of(1), both);

        assertThat(squeezes.measured(locked.get(0), scored(locked.get(0), 100))).isEmpty();
        Ended ended =
                squeezes.measured(locked.get(1), scored(locked.get(1), 90)).orElseThrow();
        assertThat(ended.name()).isEqualTo("io.acme.Maps.put(map=locked)");
        assertThat(ended.left()).isEqualTo(locked.subList(2, 4));
        assertThat(squeezes.behind(locked.get(2).id()).orElseThrow())
                .isEqualTo(
                        "the squeeze ended before it reached this number of threads: best with 1 worker at 100 ops/s; a"
                                + " pass (with 2 workers) brought no gain larger than noise");
        assertThat(squeezes.behind(locked.get(1).id())).isEmpty();

        for (PlannedCase planned : striped.subList(0, 3)) {
            assertThat(squeezes.behind(planned.id())).isEmpty();
            assertThat(squeezes.measured(
                            planned, scored(planned, 100 * planned.id().threads())))
                    .isEmpty();
        }
        Ended top =
                squeezes.measured(striped.get(3), scored(striped.get(3), 400)).orElseThrow();
        assertThat(top.left()).isEmpty();
        assertThat(top.found().best().orElseThrow().workers()).isEqualTo(4);
    }

    /**
     * Returns a case whose units take the same time with any number of threads, while more of them complete per
     * second.
     */
    private static CaseOutcome units(PlannedCase planned, double completed) {
        Map<String, Metric> beside = Map.of(
                Metric.BODY,
                new Metric(1, Double.NaN, "ops/s"),
                "async.throughput",
                new Metric(completed, Double.NaN, "units/s"));
        ForkResult fork = MadeRecords.fork(1)
                .iterations(List.of(new IterationResult(
                        Phase.MEASUREMENT, 1, MadeRecords.START, 50, 1, Map.of(), beside, Optional.empty())))
                .build();
        return new CaseOutcome.Completed(new CaseResult(
                planned.id(),
                planned.plan(),
                Status.DONE,
                "",
                Optional.of(new Metric(50, Double.NaN, "ops/s")),
                beside,
                List.of(fork)));
    }

    @Test
    void squeezesUnitsByRateOfCompletion() {
        List<PlannedCase> cases = ladder("striped", 4);
        Squeezes squeezes = new Squeezes(Optional.of(1), cases);

        assertThat(squeezes.measured(cases.get(0), units(cases.get(0), 100))).isEmpty();
        assertThat(squeezes.measured(cases.get(1), units(cases.get(1), 200))).isEmpty();
        assertThat(squeezes.measured(cases.get(2), units(cases.get(2), 190)))
                .hasValueSatisfying(ended -> assertThat(ended.found().text())
                        .startsWith("best with 2 workers at 200 ops/s; a pass (with 3 workers)"));
    }

    @Test
    void skipsNothingAfterStop() {
        List<PlannedCase> cases = ladder("striped", 3);
        Squeezes squeezes = new Squeezes(Optional.of(3), cases);
        squeezes.measured(cases.get(0), scored(cases.get(0), 100));

        Ended ended = squeezes.measured(cases.get(1), failed(cases.get(1), Failure.Kind.STOPPED))
                .orElseThrow();

        assertThat(ended.left()).isEmpty();
        assertThat(ended.found().text()).isEqualTo("best with 1 worker at 100 ops/s; it was stopped");
        assertThat(squeezes.behind(cases.get(2).id())).isEmpty();
        assertThat(squeezes.measured(cases.get(2), failed(cases.get(2), Failure.Kind.STOPPED)))
                .isEmpty();
    }

    @Test
    void endsSearchAtCaseThatLostProfiler() {
        List<PlannedCase> cases = ladder("striped", 3);
        Squeezes squeezes = new Squeezes(Optional.of(1), cases);
        squeezes.measured(cases.get(0), scored(cases.get(0), 100));
        PlannedCase planned = cases.get(1);
        PlannedCase other = planned.with(planned.plan().withProfilers(List.of("gc")));

        Ended ended = squeezes.measured(other, scored(other, 90)).orElseThrow();

        assertThat(ended.left()).isEqualTo(cases.subList(2, 3));
    }

    @Test
    void skipsRestAfterFailure() {
        List<PlannedCase> cases = ladder("striped", 3);
        Squeezes squeezes = new Squeezes(Optional.of(3), cases);

        Ended ended = squeezes.measured(cases.get(0), failed(cases.get(0), Failure.Kind.THREW))
                .orElseThrow();

        assertThat(ended.left()).isEqualTo(cases.subList(1, 3));
        assertThat(ended.reason()).endsWith(": no rung was measured; 1 worker failed: boom");
    }

    @Test
    void ignoresDisabledCase() {
        List<PlannedCase> cases = List.of(planned("a", 1), planned("a", 2).switchedOff("by hand"), planned("a", 3));
        Squeezes squeezes = new Squeezes(Optional.of(1), cases);

        assertThat(squeezes.measured(cases.get(0), scored(cases.get(0), 100))).isEmpty();
        assertThat(squeezes.measured(cases.get(2), scored(cases.get(2), 300))).isPresent();
    }

    /** With two forks, the interval is so wide that even a gain of 33 % would be insignificant. */
    @Test
    void judgesTwoForksByMarginAndThreeByInterval() {
        for (double[] second : new double[][] {{130, 134}, {130, 134, 132}}) {
            List<PlannedCase> cases = ladder("striped", 3);
            Squeezes squeezes = new Squeezes(Optional.of(1), cases);
            double[] first = second.length == 2 ? new double[] {100, 103} : new double[] {100, 103, 101};
            squeezes.measured(cases.get(0), scored(cases.get(0), first));

            assertThat(squeezes.measured(cases.get(1), scored(cases.get(1), second)))
                    .isEmpty();
        }
        List<PlannedCase> cases = ladder("striped", 3);
        Squeezes squeezes = new Squeezes(Optional.of(1), cases);
        squeezes.measured(cases.get(0), scored(cases.get(0), 80, 120, 100));

        assertThat(squeezes.measured(cases.get(1), scored(cases.get(1), 90, 140, 110)))
                .isPresent();
    }

    @Test
    void endsNothingWithoutSqueeze() {
        List<PlannedCase> cases = ladder("striped", 3);
        Squeezes squeezes = new Squeezes(Optional.empty(), cases);

        cases.forEach(planned ->
                assertThat(squeezes.measured(planned, scored(planned, 1))).isEmpty());
    }
}
