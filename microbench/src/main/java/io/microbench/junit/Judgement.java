// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.judge.Baselines;
import io.microbench.judge.Baselines.Baseline;
import io.microbench.judge.BoundChecker;
import io.microbench.judge.BoundChecker.BoundVerdict;
import io.microbench.judge.Bounds;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.JudgeException;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.ListedClasses;
import io.microbench.plan.Plan;
import io.microbench.plan.Plan.Judging;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.ShardCut;
import io.microbench.report.RerunCommand;
import io.microbench.result.CaseId;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.settings.ConfigurationException;
import io.microbench.stats.Confidence;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges the cases of one run as they finish: against the baseline, if there is one, and by the bounds that their
 * classes declare.
 */
final class Judgement {

    private final Judging judging;
    private final Baselines baselines;
    private final Optional<Baseline> baseline;
    private final JudgeSettings settings;
    private final BoundChecker bounds;

    private Judgement(Judging judging, Baselines baselines, Optional<Baseline> baseline, Plan plan) {
        this.judging = judging;
        this.baselines = baselines;
        this.baseline = baseline;
        long cases = plan.cases().stream()
                .filter(planned -> planned.switchedOff().isEmpty())
                .count();
        JudgeSettings once = JudgeSettings.DEFAULTS
                .withTolerance(judging.tolerance())
                .withLevel(Confidence.significance(judging.confidence()))
                .among(Math.max(1, (int) cases));
        this.settings = judging.forced() ? once.force() : once;
        Map<CaseId, Bounds> declared = new HashMap<>();
        Map<Class<?>, Bounds> byClass = new HashMap<>();
        for (PlannedCase planned : plan.cases()) {
            declared.put(
                    planned.id(),
                    byClass.computeIfAbsent(planned.benchmarkClass(), type -> Bounds.of(BenchmarkClass.of(type))));
        }
        this.bounds = new BoundChecker(
                id -> Optional.ofNullable(declared.get(id)).map(b -> b.of(id)).orElse(List.of()), settings);
    }

    static Judgement of(Plan plan) {
        Judging judging = plan.judging();
        Baselines baselines = new Baselines(judging.baselines());
        judging.saveAs().ifPresent(Baselines::checkName);
        Optional<Baseline> baseline = judging.baseline().flatMap(baselines::find);
        if (baseline.isEmpty() && !judging.baseline().equals(judging.saveAs())) {
            judging.baseline().ifPresent(name -> {
                throw new ConfigurationException("microbench.baseline = \"" + name + "\": " + baselines.absence(name)
                        + ", in this run or an earlier one.");
            });
        }
        return new Judgement(judging, baselines, baseline, plan);
    }

    /** Returns a warning, before the first fork, that the baseline does not exist. */
    Optional<String> warning() {
        return judging.baseline()
                .filter(name -> baseline.isEmpty())
                .map(name -> baselines.absence(name) + ". Nothing is compared");
    }

    Findings judge(CaseResult result, RunRecord run) {
        Findings findings = new Findings(new ArrayList<>(), new LinkedHashMap<>(), new ArrayList<>());
        baseline.ifPresent(stored -> compare(stored, result, run, findings));
        try {
            for (BoundVerdict verdict : bounds.finished(result, run)) {
                findings.lines().add(verdict.message());
                findings.entries()
                        .put(
                                "bound " + verdict.bound().text(),
                                verdict.outcome().name());
                if (verdict.breached()) {
                    findings.reds()
                            .add(verdict.message() + "\n  run it again: "
                                    + RerunCommand.of(run).line(verdict.id()));
                }
            }
        } catch (JudgeException e) {
            findings.reds().add(String.valueOf(e.getMessage()));
        }
        return findings;
    }

    private void compare(Baseline stored, CaseResult result, RunRecord run, Findings findings) {
        try {
            Optional<CaseVerdict> verdict = stored.judge(result, run, settings);
            if (verdict.isEmpty()) {
                findings.lines()
                        .add("Baseline " + stored.name() + " has no case " + result.id() + ": nothing to compare with");
                return;
            }
            CaseVerdict judged = verdict.get();
            findings.lines().add("Compared with baseline " + stored.name() + ": " + judged.summary());
            findings.entries().put("baseline", stored.name());
            findings.entries().put("verdict", judged.verdict().name());
            if (!Double.isNaN(judged.ratio())) {
                findings.entries().put("speed", Double.toString(judged.ratio()));
                findings.entries().put("speed interval", judged.low() + " to " + judged.high());
                findings.entries().put("p", Double.toString(judged.p()));
            }
            if (judged.isUnjudged()) {
                findings.reds()
                        .add(judged.id() + " cannot be judged against baseline " + stored.name() + ": " + judged.note()
                                + ". Save the baseline again here, or set -Dmicrobench.forceComparison=true.");
            }
            if (judged.hasLargeLoss() || judged.mayBeTheMachine()) {
                findings.lines()
                        .add("WARNING: " + judged.id() + ": speed " + Numbers.change(judged.ratio() - 1)
                                + " compared with baseline " + stored.name() + ", not judged; " + judged.note());
            }
            judged.regression(stored.name(), settings, RerunCommand.of(run)::line)
                    .ifPresent(findings.reds()::add);
        } catch (JudgeException e) {
            // The two cannot be compared; without a message, the test would seem to pass.
            findings.reds().add(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns how far a case is from a decision: with a baseline, half of the interval of its speed, 0 if there is a
     * verdict; without a baseline, half of the interval of its value. Infinite if there are too few forks for an
     * interval.
     */
    double undecided(CaseResult soFar, RunRecord run) {
        if (baseline.isEmpty()) {
            return CaseReach.of(soFar).halfWidth();
        }
        try {
            return baseline.get()
                    .judge(soFar, run, settings)
                    .map(Judgement::undecided)
                    .orElseGet(() -> CaseReach.of(soFar).halfWidth());
        } catch (JudgeException e) {
            // The problem is reported when the case is judged.
            return CaseReach.of(soFar).halfWidth();
        }
    }

    private static double undecided(CaseVerdict verdict) {
        if (verdict.verdict() != Verdict.UNDECIDED) {
            return 0;
        }
        double halfWidth = (verdict.high() - verdict.low()) / 2 / verdict.ratio();
        return Double.isNaN(halfWidth) ? Double.POSITIVE_INFINITY : halfWidth;
    }

    Optional<RunComparison> comparison(RunRecord run) {
        return baseline.map(stored -> stored.compare(run, settings));
    }

    /**
     * Requires that the baseline has at least one of the run's cases. A JVM of Surefire may get only one new class, and
     * a shard only new cases: then the baseline only needs classes of their module.
     *
     * @throws JudgeException if nothing was compared
     */
    void requireCommonCase(RunRecord run, RunComparison comparison) {
        List<CaseId> measured = run.cases().stream()
                .filter(result -> result.score().isPresent())
                .map(CaseResult::id)
                .toList();
        if (measured.isEmpty()
                || comparison.refusal().isPresent()
                || !comparison.verdicts().isEmpty()
                || judging.baseline().equals(judging.saveAs())
                || isPartOfMore(run, comparison.missing())) {
            return;
        }
        String name = comparison.baselineName();
        throw new JudgeException("Nothing was compared: baseline " + name + " has none of the "
                + Counted.of(measured.size(), "case") + " of this run, such as " + measured.get(0)
                + ". Save it again with -Dmicrobench.saveBaseline=" + name + ", or name another one.");
    }

    private static boolean isPartOfMore(RunRecord run, List<CaseId> stored) {
        Set<String> measured =
                run.cases().stream().map(result -> result.id().className()).collect(Collectors.toSet());
        Set<String> known = stored.stream().map(CaseId::className).collect(Collectors.toSet());
        boolean isShard =
                run.settings().stream().anyMatch(setting -> setting.name().equals(ShardCut.NAME));
        return (isShard || (measured.size() == 1 && Collections.disjoint(measured, known)))
                && ListedClasses.anotherClassHas(Set.of(), (type, method) -> known.contains(type));
    }

    /** Returns messages on bounds that were not judged with their cases or not checked; empty if there are none. */
    List<String> unchecked() {
        List<String> lines = new ArrayList<>(bounds.unchecked());
        bounds.summary().ifPresent(lines::add);
        return lines;
    }

    Optional<Path> save(RunRecord run) {
        return judging.saveAs().flatMap(name -> baselines.save(name, run));
    }

    /**
     * The results of judging a finished case, collected in its lists.
     *
     * @param lines lines for the console
     * @param entries entries for JUnit's listeners, by name
     * @param reds messages that make the test fail; empty if it passes
     */
    record Findings(List<String> lines, Map<String, String> entries, List<String> reds) {

        static final Findings NONE = new Findings(List.of(), Map.of(), List.of());
    }
}
