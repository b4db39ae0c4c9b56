// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.LaboratoryRules;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.TriedForkRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with numbers that can be checked by hand: operations take a second, so each point is a second. */
class ReplayTest {

    private static final Offset<Double> CLOSE = within(1e-9);

    @TempDir
    Path folder;

    private static ReplayRule rule(String text, int forks) {
        return new ReplayRule(
                LaboratoryRules.byName(text).orElseThrow(),
                new TriedForkRule(new ForkRule(0.03, forks, forks), TriedForkRule.Width.STUDENT));
    }

    private static double[][] forks(int count, int slow, int points) {
        double[][] forks = new double[count][];
        for (int fork = 0; fork < count; fork++) {
            forks[fork] = MadeFolder.fork(1 + 0.01 * fork, slow, points);
        }
        return forks;
    }

    private BenchmarkReplay only(ReplayRule rule) {
        return Replay.over(folder, List.of(rule)).rules().get(0).benchmarks().get(0);
    }

    @Test
    void comparesRuleWithFullScheduleOnItsForks() throws IOException {
        new MadeFolder(folder).series("one", forks(10, 0, 120));

        BenchmarkReplay replay = only(rule("fixed:warmup=4,measured=2", 2));

        double two = Math.sqrt(1 * 1.01);
        double five = Math.pow(1 * 1.01 * 1.02 * 1.03 * 1.04, 1 / 5.0);
        double other = Math.pow(1.05 * 1.06 * 1.07 * 1.08 * 1.09, 1 / 5.0);
        assertThat(replay.benchmark()).isEqualTo("one");
        assertThat(replay.forks()).isEqualTo(2);
        assertThat(replay.value()).isCloseTo(two, CLOSE);
        assertThat(replay.deviationSame()).isCloseTo(two / five - 1, CLOSE);
        assertThat(replay.deviationUsed()).isCloseTo(0, CLOSE);
        assertThat(replay.deviationOther().orElseThrow()).isCloseTo(two / other - 1, CLOSE);
        // 6 points of 1 s; 4 + 2 points of 1.01 s would be 6.06 s; the start of a fork takes half a second.
        assertThat(replay.seconds()).isCloseTo(6 + 0.5 + 6.06 + 0.5, CLOSE);
        // Whole points: 50 + 50 of 1 s and of 1.01 s (50 pass 50 s), 50 + 50 of 1.02, 49 + 49 of 1.03 (50.47), 49 + 49
        // of 1.04.
        assertThat(replay.fullSeconds())
                .isCloseTo(100 + 100 * 1.01 + 100 * 1.02 + 98 * 1.03 + 98 * 1.04 + 5 * 0.5, CLOSE);
        assertThat(replay.halfWidth().orElseThrow()).isCloseTo(12.7062 * Math.log(1.01) / 2, within(1e-3));
    }

    @Test
    void detectsWarmUpMistakenForSteadyState() throws IOException {
        new MadeFolder(folder).series("late", forks(10, 10, 150)).series("steady", forks(10, 0, 150));

        ReplayRecord record = Replay.over(
                folder, List.of(rule("fixed:warmup=4,measured=4", 5), rule("fixed:warmup=40,measured=10", 5)));

        assertThat(record.rules())
                .extracting(ReplayRecord.RuleReplay::settings)
                .containsExactly("warmup=4,measured=4", "warmup=40,measured=10");
        ReplaySummary quick = record.rules().get(0).totals();
        assertThat(quick.withinSame()).isEqualTo(0.5);
        assertThat(record.rules().get(0).benchmarks().get(0).deviationSame()).isCloseTo(1, CLOSE);
        assertThat(record.rules().get(1).totals().withinSame()).isEqualTo(1);
        assertThat(quick.timeSaved()).isCloseTo(1 - quick.seconds() / quick.fullSeconds(), CLOSE);
        assertThat(quick.secondsMean()).isCloseTo(quick.seconds() / 2, CLOSE);
        assertThat(quick.withinSameInterval()).isEqualTo(new ReplaySummary.Range(0, 1));
        assertThat(record.fullSchedule().withinOther()).contains(0.0);
        assertThat(record.notes())
                .contains("There is no folder classification: what a rule calls unsteady is compared with nothing.");
    }

    @Test
    void repeatsShortOperationForTenthOfSecond() {
        ForkSeries.Outcome outcome = ForkSeries.of(new double[] {0.03, 0.1, 0.25})
                .under(StopRule.byName("fixed:warmup=0.2,measured=0.2").orElseThrow());

        // ceil(0.1 / 0.03) = 4 operations: 0.12 s; then 0.1 s ends the warm-up, and 0.25 s is measured.
        assertThat(outcome).isEqualTo(new ForkSeries.Outcome(0.25, 0.12 + 0.1 + 0.25, 3, false, false));
    }

    @Test
    void countsForksCorrectlyCalledUnsteady() throws IOException {
        double[] wild = new double[150];
        for (int i = 0; i < wild.length; i++) {
            wild[i] = i % 20 < 10 ? 1 : 1.5;
        }
        double[] calm = MadeFolder.fork(1, 0, 150);
        new MadeFolder(folder).series("mixed", wild, wild, calm, calm).labels("mixed", -1, 0, -1, 12);

        ReplayRecord record = Replay.over(folder, List.of(rule("trailing-half:shortest=60,agreement=60%", 4)));

        ReplaySummary totals = record.rules().get(0).totals();
        BenchmarkReplay row = record.rules().get(0).benchmarks().get(0);
        assertThat(row.unsteady()).containsExactly(1, 2);
        assertThat(row.neverSteady()).contains(List.of(1, 3));
        assertThat(totals.unsteadyPrecision()).contains(0.5);
        assertThat(totals.unsteadyRecall()).contains(0.5);
        assertThat(totals.unsteadyForks()).isEqualTo(2);
        assertThat(row.deviationOther()).isEmpty();
        assertThat(totals.withinOther()).isEmpty();
        assertThat(record.notes())
                .containsExactly(
                        "1 benchmark with fewer than 5 forks: the full schedule uses all of them.",
                        "1 benchmark with fewer than 8 forks: no forks are left to estimate from.");
    }

    @Test
    void takesSecondHalfOfSeriesThatEndsBeforeRuleDecides() throws IOException {
        double[][] forks = forks(3, 5, 20);
        forks[2] = MadeFolder.fork(1.02, 5, 40);
        new MadeFolder(folder).series("short", forks);

        ReplayRecord record = Replay.over(folder, List.of(rule("fixed:warmup=30,measured=5", 3)));

        BenchmarkReplay row = record.rules().get(0).benchmarks().get(0);
        assertThat(row.tooShort()).isEqualTo(2);
        assertThat(row.value()).isCloseTo(Math.cbrt(1.01 * 1.02), CLOSE);
        assertThat(record.rules().get(0).totals().tooShort()).isEqualTo(2);
        assertThat(record.notes())
                .contains("1 benchmark with forks too short for the full schedule: the second half of these counts"
                        + " as measured.");
        assertThat(ReplayTable.text(record))
                .contains("2 forks ended before the rule had decided; their second half is used.");
    }

    @Test
    void failsIfNoRuleStoppedAFork() throws IOException {
        new MadeFolder(folder).series("short", forks(9, 5, 20));

        assertThatThrownBy(() -> Replay.over(folder, List.of(rule("fixed:warmup=30,measured=5", 3))))
                .isInstanceOf(ReplayException.class)
                .hasMessage(
                        "No rule stopped a fork: all forks in " + folder
                                + " are shorter than the rules need. Expected longer series; the full schedule has 100 s per fork");
        ReplayRecord other = Replay.over(
                folder, List.of(rule("fixed:warmup=30,measured=5", 3), rule("fixed:warmup=4,measured=2", 3)));
        assertThat(ReplayTable.text(other).lines().limit(3))
                .anySatisfy(line -> assertThat(line).matches("fixed( +n/a){9}"));
    }

    @Test
    void shortensLaterForksBasedOnFirst() throws IOException {
        new MadeFolder(folder).series("calm", forks(5, 0, 150));

        BenchmarkReplay row = only(rule("pilot:first=30,later=6", 3));

        assertThat(row.seconds()).isLessThan(30 + 2 * 8 + 3 * 0.5 + 0.5);
    }

    @Test
    void printsSameNumbersInTableAndMarkdown() throws IOException {
        new MadeFolder(folder).series("calm", forks(10, 0, 150)).labels("calm", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        ReplayRecord record = Replay.over(folder, List.of(rule("fixed:warmup=4,measured=2", 5)));

        assertThat(ReplayTable.text(record).lines().toList().get(0))
                .isEqualTo(
                        "Rule   s/benchmark  (median)  Forks  Saved  Same forks  Other forks  +-95%  Unsteady P    R");
        assertThat(ReplayTable.text(record).lines().toList().get(1))
                .matches("fixed +3\\d +3\\d +5\\.0 +9\\d\\.\\d% +100\\.0% +0\\.00% +1\\.9\\d% +n/a +n/a");
        assertThat(ReplayTable.markdown(record))
                .startsWith("| Rule | s/benchmark |")
                .contains("| --- | --: |", "| fixed | 3");
        assertThat(ReplayTable.text(record))
                .contains(
                        "1 benchmark, 10 forks. Full schedule: 5 forks x (50 s",
                        "The full schedule itself agrees with them for 0.00%");
    }

    @Test
    void requiresRule() {
        assertThatThrownBy(() -> Replay.over(folder, List.of()))
                .hasMessage("There is no rule to replay; name at least one");
    }
}
