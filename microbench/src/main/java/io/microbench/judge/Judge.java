// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.Machines.Obstacle;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.ForkRatio.MeanRatio;
import io.microbench.stats.Interval;
import io.microbench.stats.MultipleTests;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Decides whether cases became faster or slower, or stayed the same.
 *
 * <p>The evidence is one value per fork, not the pooled iterations: the iterations of a JVM share its heap layout and compiled code, and
 * tests that treat them as independent report a change in 7 to 33 of 100 unchanged benchmarks. A change is claimed only if the whole
 * interval of the ratio is outside the tolerance and the p value is significant among all cases judged together ({@link SpeedTest}); a case
 * is called the same only if the whole interval is within the tolerance. Deciding by the interval of the ratio follows Kalibera and Jones,
 * "Rigorous Benchmarking in Reasonable Time" (ISMM 2013).
 *
 * <p>The p values of all cases are adjusted by Holm's method: if neither code nor machine has changed, the chance of even one false alarm,
 * in either direction, is at most the level.
 */
public final class Judge {

    /** Regressions first, the largest one first; then improvements, undecided cases, and unchanged cases. */
    private static final Comparator<CaseVerdict> IMPORTANCE = Comparator.comparingInt(CaseVerdict::rank)
            .thenComparingDouble(Judge::size)
            .thenComparing(verdict -> verdict.id().text());

    private final JudgeSettings settings;
    private final Map<String, CaseResult> baseline;
    private final Map<String, CaseResult> candidate;
    private final List<CaseVerdict> unjudged = new ArrayList<>();
    private final List<CasePair> pairs = new ArrayList<>();
    private final Machines machines;
    /** The reasons why cases cannot be compared because their nodes differ or were too busy. */
    private final Map<CaseId, Obstacle> unlike = new LinkedHashMap<>();

    private final BiFunction<CaseResult, CaseResult, CasePair> test;

    Judge(
            RunRecord baseline,
            RunRecord candidate,
            JudgeSettings settings,
            BiFunction<CaseResult, CaseResult, CasePair> test) {
        this.settings = settings;
        this.test = test;
        this.baseline = byId(baseline);
        this.candidate = byId(candidate);
        this.machines = new Machines(baseline, candidate);
    }

    /**
     * Compares two runs case by case.
     *
     * <p>The level applies to all cases together, regardless of their number ({@link JudgeSettings#cases} is ignored). Cases without a
     * result and cases with different modes are undecided; their notes give the reason.
     */
    public static RunComparison compare(
            String baselineName,
            RunRecord baseline,
            String candidateName,
            RunRecord candidate,
            JudgeSettings settings) {
        JudgeSettings all = settings.among(Math.max(1, candidate.cases().size()));
        return new Judge(baseline, candidate, settings, (before, after) -> CasePair.of(before, after, all))
                .compare(baselineName, candidateName);
    }

    /** Compares two runs whose speed is already judged: compares environments and allocations, and adds the cases without a result. */
    public static RunComparison compare(
            String baselineName,
            RunRecord baseline,
            String candidateName,
            RunRecord candidate,
            JudgeSettings settings,
            Map<CaseId, CaseVerdict> speed) {
        return new Judge(baseline, candidate, settings, (before, after) -> Optional.ofNullable(speed.get(after.id()))
                        .map(known -> CasePair.judged(before, after, known))
                        .orElseGet(() -> CasePair.of(before, after, settings)))
                .compare(baselineName, candidateName);
    }

    /** Returns the cases of a run by their ids. */
    static Map<String, CaseResult> byId(RunRecord run) {
        Map<String, CaseResult> cases = new LinkedHashMap<>();
        for (CaseResult result : run.cases()) {
            if (cases.put(result.id().text(), result) != null) {
                throw new JudgeException("Run " + run.id() + " has the case " + result.id()
                        + " twice; remove one of them, or run again");
            }
        }
        return cases;
    }

    RunComparison compare(String baselineName, String candidateName) {
        List<EnvironmentDifference> differences = new ArrayList<>(machines.differences());
        candidate.forEach(
                (id, result) -> Optional.ofNullable(baseline.get(id)).ifPresent(before -> pair(before, result)));
        Map<String, List<EnvironmentDifference>> byCase = new LinkedHashMap<>();
        pairs.forEach(pair -> byCase.put(pair.id().text(), pair.differences()));
        String machine = EnvironmentComparison.obstacle(differences);
        String different = machine;
        if (different.isEmpty() && !pairs.isEmpty() && pairs.stream().allMatch(CasePair::hindered)) {
            different = EnvironmentComparison.obstacle(pairs.get(0).differences());
        }
        Optional<Obstacle> obstacle = different.isEmpty()
                ? unlike.values().stream().filter(any -> pairs.isEmpty()).findFirst()
                : Optional.of(new Obstacle(different, false));
        differences.addAll(EnvironmentComparison.merge(byCase));
        if (obstacle.isPresent() && !settings.forced()) {
            return new RunComparison(
                    baselineName,
                    candidateName,
                    List.of(),
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    settings.level(),
                    differences,
                    List.of(),
                    List.of(),
                    obstacle.map(Obstacle::refusal),
                    Optional.empty(),
                    Optional.empty());
        }
        List<CaseVerdict> verdicts = judged(machine.isEmpty() ? "" : CasePair.FORCED + machine);
        Optional<MeanRatio> mean = mean();
        Optional<Interval> interval = mean.map(m -> m.interval(settings.confidence()));
        return new RunComparison(
                baselineName,
                candidateName,
                verdicts,
                mean.map(MeanRatio::ratio).orElse(Double.NaN),
                interval.map(Interval::low).orElse(Double.NaN),
                interval.map(Interval::high).orElse(Double.NaN),
                settings.level(),
                differences,
                without(baseline, candidate),
                without(candidate, baseline),
                Optional.empty(),
                pairs.stream().anyMatch(pair -> pair.speed().isPresent())
                        ? Optional.of(RunComparison.AS_FAST)
                        : Optional.empty(),
                Optional.empty());
    }

    private void pair(CaseResult before, CaseResult result) {
        if (before.status() == Status.SKIPPED && result.status() == Status.SKIPPED) {
            return;
        }
        Optional<String> absence = CasePair.absence(before, result);
        if (absence.isPresent()) {
            unjudged.add(CaseVerdict.without(result.id(), absence.get()));
            return;
        }
        Optional<Obstacle> obstacle = machines.obstacle(before, result);
        if (obstacle.isPresent()) {
            unlike.put(result.id(), obstacle.get());
            if (!settings.forced()) {
                unjudged.add(CaseVerdict.without(
                        result.id(), CasePair.NOT_COMPARED + obstacle.get().reason()));
                return;
            }
        }
        try {
            pairs.add(test.apply(before, result));
        } catch (JudgeException e) {
            unjudged.add(CaseVerdict.without(result.id(), CasePair.NOT_COMPARED + e.getMessage()));
        }
    }

    private List<CaseVerdict> judged(String remark) {
        List<CasePair> tested = usable().filter(pair -> !Double.isNaN(pair.p())).toList();
        double[] adjusted =
                MultipleTests.holm(tested.stream().mapToDouble(CasePair::p).toArray());
        Map<CaseId, Double> byCase = new HashMap<>();
        for (int i = 0; i < adjusted.length; i++) {
            byCase.put(tested.get(i).id(), adjusted[i]);
        }
        JudgeSettings together = settings.among(Math.max(1, tested.size()));
        List<CaseVerdict> verdicts = new ArrayList<>(unjudged);
        for (CasePair pair : pairs) {
            double p = byCase.getOrDefault(pair.id(), Double.NaN);
            CaseVerdict verdict = pair.verdict(p, together);
            String note = Optional.ofNullable(unlike.get(pair.id()))
                    .map(obstacle -> CasePair.FORCED + obstacle.reason())
                    .orElse(remark);
            verdicts.add(machines.calibrated(verdict.with(note), pair, p, together));
        }
        verdicts.sort(IMPORTANCE);
        return verdicts;
    }

    private Stream<CasePair> usable() {
        return pairs.stream().filter(pair -> settings.forced() || !pair.hindered());
    }

    private Optional<MeanRatio> mean() {
        List<ForkRatio> ratios = usable().flatMap(pair -> pair.speed().stream()).toList();
        return MeanRatio.of(ratios);
    }

    private static List<CaseId> without(Map<String, CaseResult> some, Map<String, CaseResult> others) {
        return some.entrySet().stream()
                .filter(entry -> !others.containsKey(entry.getKey()))
                .map(entry -> entry.getValue().id())
                .toList();
    }

    private static double size(CaseVerdict verdict) {
        double size = verdict.verdict() == Verdict.UNDECIDED ? verdict.width() : Math.abs(Math.log(verdict.ratio()));
        return Double.isNaN(size) ? Double.NEGATIVE_INFINITY : -size;
    }

    static CaseVerdict verdict(
            CaseId id,
            ScoreUnit unit,
            double[] baseline,
            double[] candidate,
            SpeedTest test,
            double adjusted,
            JudgeSettings settings) {
        Verdict verdict = test.verdict(adjusted, settings);
        ForkEstimate before = ForkEstimate.of(baseline);
        return new CaseVerdict(
                id,
                verdict,
                before.value(),
                ForkEstimate.of(candidate).value(),
                unit.symbol(),
                unit.higherIsBetter(),
                test.speed().ratio(),
                test.interval().map(Interval::low).orElse(Double.NaN),
                test.interval().map(Interval::high).orElse(Double.NaN),
                test.p(),
                test.smallestChange(settings),
                baseline.length,
                candidate.length,
                verdict.decided() ? OptionalInt.empty() : test.moreForks(settings),
                Optional.empty(),
                verdict.decided() ? "" : test.obstacle(settings),
                before.interval(Confidence.OVER_FORKS.level()),
                Optional.empty(),
                verdict.decided() ? OptionalInt.empty() : test.rerunForks(settings),
                Optional.empty(),
                Optional.empty());
    }
}
