// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A stored run with which other runs are compared, under the name it was saved with. */
public final class Baseline {

    private final String name;
    private final RunRecord run;
    private final Map<String, CaseResult> cases;
    /** The last test of each case, reused when the whole run is compared. */
    private final Map<String, CasePair> tested = new ConcurrentHashMap<>();

    private Baseline(String name, RunRecord run) {
        this.name = name;
        this.run = run;
        this.cases = Comparer.byId(run);
    }

    /** Makes a run a baseline. */
    public static Baseline of(String name, RunRecord run) {
        return new Baseline(name, run);
    }

    public String name() {
        return name;
    }

    public RunRecord run() {
        return run;
    }

    /** Returns the differences from this machine; {@link #judge} judges nothing if one of them is decisive. */
    public List<EnvironmentDifference> differences(Environment here) {
        return EnvironmentComparison.differences(run.environment(), here);
    }

    /**
     * Judges one case as soon as it is finished.
     *
     * <p>A case that is slower here is also slower when {@link #compare} judges the whole run at its end: until then,
     * the level of each case is divided by the number of cases (Bonferroni), which is never less strict.
     *
     * @param there the run that measured it
     * @param settings how strictly; {@link JudgeSettings#cases} is the number of cases that the run will judge
     * @return the verdict, undecided with a note if the two cannot be compared; empty if the baseline has no such case
     * @throws JudgeException if the two were measured in different modes, or a side is not in JMH's form
     */
    public Optional<CaseVerdict> judge(CaseResult candidate, RunRecord there, JudgeSettings settings) {
        return Optional.ofNullable(cases.get(candidate.id().text()))
                .map(baseline -> judge(baseline, candidate, new Machines(run, there), settings));
    }

    private CaseVerdict judge(CaseResult baseline, CaseResult candidate, Machines machines, JudgeSettings settings) {
        Optional<String> absence = CasePair.absence(baseline, candidate);
        if (absence.isPresent()) {
            return CaseVerdict.without(candidate.id(), absence.get());
        }
        String machine = EnvironmentComparison.obstacle(machines.differences());
        String obstacle = machine.isEmpty() ? machines.obstacle(baseline, candidate) : machine;
        if (!obstacle.isEmpty() && !settings.forced()) {
            return CaseVerdict.without(candidate.id(), CasePair.NOT_COMPARED + obstacle);
        }
        CasePair pair = pair(baseline, candidate, settings);
        double p = Math.min(1, pair.p() * settings.cases());
        CaseVerdict verdict = pair.verdict(p, settings);
        return machines.calibrated(
                obstacle.isEmpty() ? verdict : verdict.with(CasePair.FORCED + obstacle), pair, p, settings);
    }

    private CasePair pair(CaseResult baseline, CaseResult candidate, JudgeSettings settings) {
        String id = candidate.id().text();
        Optional<CasePair> known =
                Optional.ofNullable(tested.get(id)).filter(last -> last.isTestOf(candidate, settings));
        CasePair pair = known.orElseGet(() -> CasePair.of(baseline, candidate, settings));
        tested.put(id, pair);
        return pair;
    }

    /** Compares a whole run with this baseline. */
    public RunComparison compare(RunRecord candidate, JudgeSettings settings) {
        JudgeSettings all = settings.among(Math.max(1, candidate.cases().size()));
        return new Comparer(run, candidate, settings, (before, after) -> pair(before, after, all))
                .compare(name, candidate.id());
    }
}
