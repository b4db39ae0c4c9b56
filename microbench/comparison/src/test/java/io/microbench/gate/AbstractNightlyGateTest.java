// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import static io.microbench.gate.Nights.commit;
import static io.microbench.gate.Nights.night;

import io.microbench.gate.NightlyGate.Confirmation;
import io.microbench.history.GateNotes;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.LoneCase;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A gate with simulated fork values, after fourteen nights without changes. */
abstract class AbstractNightlyGateTest {

    static final String HEAD = commit(99);

    final List<RunSummary> runs = new ArrayList<>(Nights.quiet());
    final List<String> compared = new ArrayList<>();
    double truth = 1;
    final Map<String, Double> ratios = new HashMap<>();
    Optional<RuledOut> ruledOut = Optional.empty();
    int freshForks = 5;
    boolean failing;
    boolean missing;
    boolean unjudged;
    int most = Integer.MAX_VALUE;
    Duration spent = Duration.ofMinutes(1);
    final List<Duration> lefts = new ArrayList<>();
    final List<GateNotes> notes = new ArrayList<>();

    boolean sameCode;
    Map<CaseId, List<String>> changed = Map.of();
    List<String> touched = List.of();

    /** Answers like forks whose new side takes {@link #truth} times as long. */
    final class Forks implements Confirmation {

        @Override
        public String head() {
            return HEAD;
        }

        @Override
        public Duration budget() {
            return Duration.ofMinutes(10);
        }

        @Override
        public Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons, Duration left) {
            lefts.add(left);
            List<String> cases = suspects.stream().map(SuspectedChange::caseId).toList();
            suspects.forEach(suspect -> ratios.put(suspect.caseId(), suspect.ratio()));
            compared.add(lastGood + " " + cases + " of " + comparisons);
            if (most < cases.size()) {
                return new Answer(
                        List.of(verdict("encode")),
                        Map.of(),
                        Map.of(),
                        Set.copyOf(cases.subList(most, cases.size())),
                        spent);
            }
            if (unjudged) {
                CaseVerdict none = VerdictBuilder.of(id("encode"), Verdict.UNDECIDED)
                        .note("was not finished in the candidate")
                        .build();
                return new Answer(List.of(none), Map.of(), Map.of(), Set.of(), spent);
            }
            if (sameCode) {
                return new Answer(List.of(CaseVerdict.sameCode(id("encode"))), Map.of(), Map.of(), Set.of(), spent);
            }
            if (missing) {
                return new Answer(List.of(), Map.of(), Map.of(), Set.of(), spent);
            }
            return failing
                    ? new Answer(
                            List.of(),
                            Map.of(id("encode"), new Failure(Failure.Kind.CRASHED, "boom", "", List.of(), List.of())),
                            Map.of(),
                            Set.of(),
                            spent)
                    : new Answer(verdicts(), Map.of(), changed, Set.of(), spent);
        }

        @Override
        public List<String> commits(String baseline, String candidate, List<String> classes) {
            String range = baseline.substring(36) + ".." + candidate.substring(36);
            return classes.isEmpty()
                    ? List.of(range)
                    : touched.stream()
                            .filter(classes::contains)
                            .map(name -> range + " " + name)
                            .toList();
        }
    }

    static CaseId id(String method) {
        return new CaseId("a.Codec", method, new TreeMap<>(), 1, Optional.empty());
    }

    CaseVerdict verdict(String method) {
        double[] baseline = Arrays.copyOf(new double[] {99.7, 99.9, 100, 100.2, 100.4}, freshForks);
        double[] candidate = Arrays.stream(baseline).map(v -> v * truth).toArray();
        return LoneCase.judge(
                id(method), ScoreUnit.of(Mode.AVERAGE_TIME, "ns/op"), baseline, candidate, JudgeSettings.DEFAULTS);
    }

    List<CaseVerdict> verdicts() {
        return Stream.of(verdict("encode"), verdict("decode"))
                .map(verdict -> VerdictBuilder.of(verdict).ruledOut(ruledOut).build())
                .toList();
    }

    GateResult judge() {
        return new NightlyGate(HistoryAnalysis.DEFAULTS, new Forks()).judge(runs, runs.get(runs.size() - 1), notes);
    }

    /** Appends a night, and returns the result of a gate with the notes of earlier ones. */
    GateResult tonight(double encode, double decode) {
        runs.add(night(runs.size(), encode, decode));
        GateResult result = judge();
        notes.add(result.notes());
        return result;
    }
}
