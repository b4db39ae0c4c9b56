// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.history.Nomination.State;
import io.microbench.history.Nomination.Suspect;
import io.microbench.stats.ChangePoints;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuspectSearchTest {

    private static final HistoryAnalysis ANALYSIS = HistoryAnalysis.DEFAULTS;

    @Test
    void suspectsLargeStepInFirstNight() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(9, Runs.step(31, 30, 100, 110)));
        assertThat(ANALYSIS.nominate(runs, runs.get(30), List.of()).suspects())
                .singleElement()
                .satisfies(suspect -> {
                    assertThat(suspect.caseId()).isEqualTo(Runs.ENCODE);
                    assertThat(suspect.lastGood().run().commit()).contains(Runs.commit(29));
                    assertThat(suspect.firstBad().run().commit()).contains(Runs.commit(30));
                    assertThat(suspect.latest().run().id()).isEqualTo("night-030");
                    assertThat(suspect.ratio()).isCloseTo(1 / 1.1, within(0.03));
                });
    }

    @Test
    void namesCommitBeforeSmallStepOfSeveralNights() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(21, Runs.step(34, 30, 100, 105)));
        assertThat(ANALYSIS.nominate(runs, runs.get(33), List.of()).suspects())
                .singleElement()
                .satisfies(suspect -> {
                    assertThat(suspect.rule()).isEqualTo(Suspect.Rule.CHANGE_POINT);
                    assertThat(suspect.lastGood().run().commit()).contains(Runs.commit(29));
                    assertThat(suspect.firstBad().run().commit()).contains(Runs.commit(30));
                    assertThat(suspect.latest().run().commit()).contains(Runs.commit(33));
                });
    }

    @Test
    void suspectsOutlierWithoutChangePoints() {
        HistoryAnalysis noChangePoints = new HistoryAnalysis(new ChangePoints(50, 1e-300, 0));
        List<RunSummary> runs = Runs.nights(Runs.noisy(11, Runs.step(31, 30, 100, 106)));
        assertThat(noChangePoints.nominate(runs, runs.get(30), List.of()).suspects())
                .singleElement()
                .satisfies(suspect -> {
                    assertThat(suspect.rule()).isEqualTo(Suspect.Rule.OUT_OF_RANGE);
                    assertThat(suspect.lastGood().run().id()).isEqualTo("night-029");
                    assertThat(suspect.before()).isCloseTo(100, within(1.0));
                    assertThat(suspect.after())
                            .isEqualTo(runs.get(30).cases().get(0).value());
                });
    }

    @Test
    void ignoresImprovement() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(12, Runs.step(33, 30, 100, 80)));
        assertThat(ANALYSIS.nominate(runs, runs.get(32), List.of()).suspects()).isEmpty();
        List<RunSummary> more = new ArrayList<>();
        for (double value : Runs.noisy(12, Runs.step(33, 30, 100, 120))) {
            more.add(Runs.night(more.size(), Runs.throughput(Runs.ENCODE, value)));
        }
        assertThat(ANALYSIS.nominate(more, more.get(32), List.of()).suspects()).isEmpty();
    }

    @Test
    void suspectsDropOfThroughput() {
        List<RunSummary> runs = new ArrayList<>();
        for (double value : Runs.noisy(13, Runs.step(33, 30, 100, 90))) {
            runs.add(Runs.night(runs.size(), Runs.throughput(Runs.ENCODE, value)));
        }
        assertThat(ANALYSIS.nominate(runs, runs.get(32), List.of()).suspects())
                .singleElement()
                .satisfies(suspect -> assertThat(suspect.ratio()).isCloseTo(0.9, within(0.02)));
    }

    /** Each step alone would be compared with a commit that includes all earlier steps. */
    @Test
    void comparesGradualLossWithFastestRecentLevel() {
        double[] levels = Runs.step(45, 30, 100, 104);
        for (int night = 35; night < 45; night++) {
            levels[night] = night < 40 ? 108 : 112;
        }
        List<RunSummary> runs = Runs.nights(Runs.noisy(22, levels));
        assertThat(ANALYSIS.nominate(runs, runs.get(44), List.of()).suspects())
                .singleElement()
                .satisfies(suspect -> {
                    assertThat(suspect.ratio()).isCloseTo(100 / 112.0, within(0.02));
                    assertThat(suspect.lastGoodCommit()).contains(Runs.commit(29));
                    assertThat(suspect.lastGood().run().commit()).contains(Runs.commit(29));
                    assertThat(suspect.firstBad().run().commit()).contains(Runs.commit(30));
                });
    }

    @Test
    void nominatesFewOfManySlowerCasesUntilNextRunConfirms() {
        List<RunSummary> runs = new ArrayList<>();
        for (int night = 0; night < 22; night++) {
            CaseSummary[] cases = new CaseSummary[8];
            for (int i = 0; i < cases.length; i++) {
                double[] values = Runs.noisy(100 + i, Runs.step(22, 20, 100, 110));
                cases[i] = Runs.time("a.Codec.c" + i + ":threads=1", values[night]);
            }
            runs.add(Runs.night(night, cases));
        }

        Nomination first = ANALYSIS.nominate(runs, runs.get(20), List.of());
        assertThat(first.suspects()).hasSize(3);
        assertThat(first.count(State.ONE_OF_MANY)).isEqualTo(5);
        assertThat(ANALYSIS.nominate(runs, runs.get(21), List.of()).suspects()).hasSize(8);
    }

    @Test
    void ignoresLossThatForksCouldHardlyConfirm() {
        double[] values = Runs.step(40, 35, 100, 102);
        values[3] = 100.1;
        assertThat(ANALYSIS.nominate(Runs.nights(values), Runs.night(39, Runs.time(Runs.ENCODE, 102)), List.of())
                        .suspects())
                .isEmpty();
        assertThat(HistoryAnalysisTest.changes(HistoryAnalysisTest.only(ANALYSIS.cases(Runs.nights(values)))))
                .hasSize(1);
    }

    @Test
    void ignoresOldChange() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(14, Runs.step(50, 30, 100, 110)));
        assertThat(ANALYSIS.nominate(runs, runs.get(49), List.of()).suspects()).isEmpty();
    }

    @Test
    void comparesLastValueWithCurrentLevelOnly() {
        // 110 is usual over both levels, but 10 % above the current level.
        double[] values = Runs.noisy(15, Runs.step(51, 25, 120, 100));
        values[50] = 110;
        List<RunSummary> runs = Runs.nights(values);
        assertThat(ANALYSIS.nominate(runs, runs.get(50), List.of()).suspects()).hasSize(1);
    }

    @Test
    void ignoresCaseThatIsNewOrNewOnThisMachine() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(16, Runs.step(30, 0, 0, 100)));
        RunSummary moved = Runs.night(30, HistoryAnalysisTest.NEW_JDK, Runs.time(Runs.ENCODE, 200));
        assertThat(ANALYSIS.nominate(runs, moved, List.of()).suspects()).isEmpty();
        RunSummary other = Runs.night(30, Runs.time(Runs.DECODE, 200));
        assertThat(ANALYSIS.nominate(runs, other, List.of()).suspects()).isEmpty();
        assertThat(ANALYSIS.nominate(Runs.nights(100, 100), Runs.night(2, Runs.time(Runs.ENCODE, 200)), List.of())
                        .suspects())
                .isEmpty();
    }

    @Test
    void acceptsLatestRunInsideOrOutsideHistory() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(17, Runs.step(31, 30, 100, 115)));
        List<Suspect> with = ANALYSIS.nominate(runs, runs.get(30), List.of()).suspects();
        assertThat(with).hasSize(1);
        assertThat(ANALYSIS.nominate(runs.subList(0, 30), runs.get(30), List.of())
                        .suspects())
                .isEqualTo(with);
    }

    @Test
    void ignoresLaterRuns() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(18, Runs.step(40, 30, 100, 115)));
        assertThat(ANALYSIS.nominate(runs, runs.get(29), List.of()).suspects()).isEmpty();
    }

    @Test
    void listsWorstFirst() {
        List<RunSummary> runs = new ArrayList<>();
        double[] little = Runs.noisy(19, Runs.step(32, 30, 100, 108));
        double[] much = Runs.noisy(20, Runs.step(32, 30, 100, 150));
        for (int i = 0; i < little.length; i++) {
            runs.add(Runs.night(i, Runs.time(Runs.DECODE, little[i]), Runs.time(Runs.ENCODE, much[i])));
        }
        assertThat(ANALYSIS.nominate(runs, runs.get(31), List.of()).suspects())
                .extracting(Suspect::caseId)
                .containsExactly(Runs.ENCODE, Runs.DECODE);
    }

    @Test
    void raisesFewFalseAlarms() {
        int series = 1000;
        int suspects = 0;
        for (int i = 0; i < series; i++) {
            List<RunSummary> runs = Runs.nights(Runs.noisy(1000 + i, Runs.step(30, 0, 0, 100)));
            suspects +=
                    ANALYSIS.nominate(runs, runs.get(29), List.of()).suspects().size();
        }
        // One suspect in a thousand is expected by design, and a few from change points; the tolerance is four standard
        // errors.
        assertThat(suspects).isBetween(1, 15);
    }

    @Test
    void ranksByDeviationFromLevelInUnitsOfNoise() {
        Suspect sure = new Suspects(0.001).of(1.1);
        Suspect noisy = new Suspects(0.05).of(1.3);

        assertThat(noisy.ratio()).isLessThan(sure.ratio());
        assertThat(noisy.pValue()).isBetween(1e-6, 0.001);
        assertThat(Stream.of(noisy, sure).sorted(Suspect.MOST_LIKELY_FIRST)).containsExactly(sure, noisy);
    }

    /** Returns eight nights with the given spread, and one that takes the given multiple of the time. */
    private record Suspects(double spread) {

        Suspect of(double factor) {
            List<RunSummary> runs = new ArrayList<>();
            for (int night = 1; night <= 8; night++) {
                runs.add(Runs.night(night, Runs.time(Runs.ENCODE, 100 * (1 + (night % 3 - 1) * spread))));
            }
            RunSummary latest = Runs.night(9, Runs.time(Runs.ENCODE, 100 * factor));
            return HistoryAnalysis.DEFAULTS
                    .nominate(runs, latest, List.of())
                    .suspects()
                    .get(0);
        }
    }
}
