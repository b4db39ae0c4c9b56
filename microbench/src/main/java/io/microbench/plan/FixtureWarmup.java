// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Fixture;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.scaling.Curves;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.settings.ThreadCounts;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the fork that warms up a fixture before its first measured fork: otherwise the JVM of the fixture would become faster from rung
 * to rung.
 *
 * @param threads the highest rung of the family
 * @param time the total time of the iterations, above 0; in single-shot mode, which has no lengths, one planned fork is run instead
 */
public record FixtureWarmup(int threads, Duration time) {

    /** Time that starting and closing a fixture adds to the iterations of its warm-up. */
    static final Duration FIXTURE_START = Duration.ofMillis(Long.getLong(PlannedCase.FIXTURE_MILLIS, 1000));

    /** Returns the warm-up of the cases of a method; empty if they have no fixture, or one that needs no warm-up. */
    static Optional<FixtureWarmup> of(
            BenchmarkClass benchmarks, BenchmarkMethod method, Collection<Integer> rungs, Settings settings) {
        return method.fixture()
                .map(use -> settings.find(KnownSettings.FIXTURE_WARMUP)
                        .orElseGet(() -> declared(use, benchmarks.name() + "." + method.name())))
                .filter(time -> !time.isZero())
                .map(time -> new FixtureWarmup(highest(rungs, settings), time));
    }

    private static Duration declared(Fixture.Use use, String benchmark) {
        if (use.warmupSeconds() < 0) {
            throw new ConfigurationException(benchmark + ": @Fixture.Use(warmupSeconds = " + use.warmupSeconds()
                    + ") cannot be used. Expected a number of seconds, 0 or more.");
        }
        return Duration.ofSeconds(use.warmupSeconds());
    }

    /** The limit of a squeeze may be far above the number of threads that it reaches. */
    private static int highest(Collection<Integer> rungs, Settings settings) {
        int lowest = rungs.stream().min(Integer::compare).orElseThrow();
        int most = settings.patience().isPresent() ? ThreadCounts.defaultTop() : Integer.MAX_VALUE;
        return rungs.stream()
                .filter(count -> count <= most)
                .max(Integer::compare)
                .orElse(lowest);
    }

    /** Returns the fork as a case: the given case with these threads and this time, without profilers. */
    PlannedCase fork(PlannedCase planned) {
        CasePlan.Builder plan = planned.plan().toBuilder()
                .threads(threads)
                .warmupForks(0)
                .forks(Math.min(1, planned.plan().forks()))
                .profilers(List.of())
                .adaptive(Optional.empty());
        CaseId id = planned.id().withThreads(threads);
        if (planned.plan().mode().isSingleShot()) {
            return planned.with(id, plan.build(), planned.options());
        }
        Duration usual = planned.plan().measurement().time();
        Duration length = usual.compareTo(time) < 0 ? usual : time;
        int count = (int) Math.min(Integer.MAX_VALUE, (time.toNanos() - 1) / length.toNanos() + 1);
        return planned.fixed(id, plan, 0, count, length);
    }

    /** Returns the warm-ups of the given cases as cases, one for each family that will run. */
    static List<PlannedCase> all(Collection<PlannedCase> cases) {
        Map<CaseId, PlannedCase> families = new LinkedHashMap<>();
        cases.stream().filter(planned -> planned.switchedOff().isEmpty()).forEach(planned -> planned.warmup()
                .ifPresent(fork -> families.putIfAbsent(Curves.family(planned.inEveryVariant()), fork)));
        return List.copyOf(families.values());
    }

    /** Returns the time that the starts and warm-ups of the given cases' fixtures take in total. */
    static Duration cost(Collection<PlannedCase> cases) {
        List<PlannedCase> all = all(cases);
        return PlannedCase.cost(all).plus(FIXTURE_START.multipliedBy(all.size()));
    }

    /** Returns the length and the threads of a warm-up fork, as in "30 s with 200 threads". */
    public static String text(PlannedCase fork) {
        Duration time = fork.plan().measurement().total();
        return (time.isZero() ? "" : Durations.text(time) + " ") + "with "
                + Counted.of(fork.plan().threads(), "thread");
    }

    /**
     * Returns the text to append to a line about the cost of the given cases: the warm-ups that it includes; empty if
     * there are none.
     */
    public static String note(Collection<PlannedCase> cases) {
        List<PlannedCase> all = all(cases);
        return all.isEmpty()
                ? ""
                : " (with " + Counted.of(all.size(), "warm-up") + " of fixtures, " + Durations.text(cost(cases)) + ")";
    }
}
