// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.microbench.history.CaseHistory.HistoryChange;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.Nomination.State;
import io.microbench.history.RunSummary.Fingerprint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryAnalysisTest {

    private static final HistoryAnalysis ANALYSIS = HistoryAnalysis.DEFAULTS;
    static final Fingerprint NEW_JDK =
            new Fingerprint("Eclipse Adoptium 25+36-LTS", "OpenJDK 64-Bit Server VM 25", "AMD EPYC 7763", "Linux");

    static CaseHistory only(List<CaseHistory> cases) {
        assertThat(cases).hasSize(1);
        return cases.get(0);
    }

    static List<HistoryChange> changes(CaseHistory history) {
        return history.segments().stream()
                .flatMap(segment -> segment.changes().stream())
                .toList();
    }

    @Test
    void namesCommitAtWhichCaseBecameSlower() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(1, Runs.step(40, 25, 100, 110)));
        CaseHistory history = only(ANALYSIS.cases(runs));
        assertThat(history.caseId()).isEqualTo(Runs.ENCODE);
        assertThat(history.segments()).singleElement().satisfies(segment -> assertThat(segment.entries())
                .hasSize(40));
        assertThat(changes(history)).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(HistoryChange.Kind.SLOWER);
            assertThat(change.lastBefore().run().commit()).contains(Runs.commit(24));
            assertThat(change.firstAfter().run().commit()).contains(Runs.commit(25));
            assertThat(change.firstAfter().run().time()).isEqualTo(Runs.START.plus(Duration.ofDays(25)));
            assertThat(change.before()).isCloseTo(100, within(1.0));
            assertThat(change.after()).isCloseTo(110, within(1.0));
            assertThat(change.ratio()).isCloseTo(1 / 1.1, within(0.01));
            assertThat(change.pValue()).isLessThan(0.001);
        });
    }

    /** Returns nights of one case; the mostly starved ones took three times as long. */
    private static List<RunSummary> withStarvedNights(double[] values, int... starved) {
        List<RunSummary> runs = new ArrayList<>(Runs.nights(values));
        for (int night : starved) {
            runs.set(night, Runs.night(night, Runs.starved(Runs.time(Runs.ENCODE, 3 * values[night]), 0.8)));
        }
        return runs;
    }

    @Test
    void keepsStarvedNightWithoutNominatingIt() {
        double[] values = Runs.noisy(6, Runs.step(30, 0, 0, 100));
        List<RunSummary> runs = withStarvedNights(values, 29);
        List<RunSummary> unmarked = new ArrayList<>(runs);
        unmarked.set(29, Runs.night(29, Runs.time(Runs.ENCODE, 3 * values[29])));

        assertThat(ANALYSIS.nominate(unmarked, unmarked.get(29), List.of()).suspects())
                .as("not marked as starved")
                .hasSize(1);
        assertThat(ANALYSIS.nominate(runs, runs.get(29), List.of()).suspects()).isEmpty();
        assertThat(only(ANALYSIS.cases(runs)).segments())
                .singleElement()
                .satisfies(segment -> assertThat(segment.entries()).hasSize(30));
    }

    @Test
    void countsUnjudgedCaseWithReason() {
        double[] values = Runs.noisy(6, Runs.step(30, 0, 0, 100));
        List<RunSummary> runs = withStarvedNights(values, 3, 29);
        RunSummary starved = runs.get(29);
        RunSummary other = Runs.night(30, Runs.time("a.Codec.fresh:threads=1", 100));

        assertThat(ANALYSIS.nominate(runs, starved, List.of())).satisfies(nomination -> {
            assertThat(nomination.cases()).containsExactly(entry(Runs.ENCODE, State.STARVED));
            assertThat(nomination.judgedNothing()).isTrue();
            assertThat(nomination.runs()).isEqualTo(30);
            assertThat(nomination.starvedRuns()).isEqualTo(2);
        });
        assertThat(ANALYSIS.nominate(runs, other, List.of()).cases())
                .containsExactly(
                        entry("a.Codec.fresh:threads=1", State.TOO_FEW_RUNS), entry(Runs.ENCODE, State.MISSING));
        assertThat(ANALYSIS.nominate(runs, runs.get(28), List.of())).satisfies(nomination -> {
            assertThat(nomination.cases()).containsExactly(entry(Runs.ENCODE, State.JUDGED));
            assertThat(nomination.judgedNothing()).isFalse();
            assertThat(nomination.of(id -> false).judgedNothing()).isTrue();
        });
    }

    @Test
    void countsNonPositiveNightWithoutRatio() {
        double[] values = Runs.noisy(6, Runs.step(30, 0, 0, 100));
        List<RunSummary> runs = new ArrayList<>(Runs.nights(values));
        runs.set(12, Runs.night(12, Runs.time(Runs.ENCODE, -100, 100)));
        runs.set(29, Runs.night(29, Runs.time(Runs.ENCODE, -100)));

        assertThat(ANALYSIS.nominate(runs, runs.get(29), List.of())).satisfies(nomination -> {
            assertThat(nomination.cases()).containsExactly(entry(Runs.ENCODE, State.NO_RATIO));
            assertThat(nomination.suspects()).isEmpty();
            assertThat(nomination.judgedNothing()).isTrue();
        });
        assertThat(ANALYSIS.nominate(runs, runs.get(28), List.of()).cases())
                .containsExactly(entry(Runs.ENCODE, State.JUDGED));
        assertThat(ANALYSIS.nominate(runs, runs.get(28), List.of()).suspects()).isEmpty();
        assertThat(only(ANALYSIS.cases(runs)).segments()).singleElement().satisfies(segment -> {
            assertThat(segment.entries()).hasSize(30);
            assertThat(segment.changes()).isEmpty();
        });
    }

    /** A hosted runner has fewer processors tonight: the run is 20 % slower, but not comparable. */
    @Test
    void comparesNightWithSameNumberOfProcessorsOnly() {
        List<RunSummary> runs = new ArrayList<>();
        for (double value : Runs.noisy(6, Runs.step(30, 29, 100, 125))) {
            String cpus = runs.size() == 29 ? "CPUs=4" : "CPUs=8";
            runs.add(Runs.night(runs.size(), Runs.with(Runs.time(Runs.ENCODE, value), cpus)));
        }

        Nomination nomination = ANALYSIS.nominate(runs, runs.get(29), List.of());
        assertThat(nomination.cases()).containsExactly(entry(Runs.ENCODE, State.TOO_FEW_RUNS));
        assertThat(nomination.suspects()).isEmpty();
        assertThat(nomination.isTooYoung()).as("30 runs").isFalse();
        assertThat(ANALYSIS.nominate(runs, runs.get(2), List.of()).isTooYoung()).isTrue();
        CaseHistory history = only(ANALYSIS.cases(runs));
        assertThat(history.segments())
                .extracting(history::where)
                .containsExactly(
                        "Eclipse Adoptium 21.0.5+11-LTS on AMD EPYC 7763, CPUs=8",
                        "Eclipse Adoptium 21.0.5+11-LTS on AMD EPYC 7763, CPUs=4");
    }

    @Test
    void ignoresStarvedNightsForLevels() {
        double[] values = Runs.noisy(7, Runs.step(40, 36, 100, 130));
        List<RunSummary> runs = withStarvedNights(values, 20, 21, 22, 23, 24, 25, 38);

        assertThat(changes(only(ANALYSIS.cases(runs)))).singleElement().satisfies(change -> {
            assertThat(change.firstAfter().run().id()).isEqualTo("night-036");
            assertThat(change.after()).isCloseTo(130, within(2.0));
        });
        assertThat(ANALYSIS.nominate(runs, runs.get(39), List.of()).suspects())
                .singleElement()
                .satisfies(suspect -> {
                    assertThat(suspect.firstBad().run().id()).isEqualTo("night-036");
                    assertThat(suspect.lastGoodCommit()).contains(Runs.commit(35));
                });
    }

    @Test
    void skipsStarvedNightAsLastGoodCommit() {
        double[] values = Runs.noisy(8, Runs.step(30, 29, 100, 150));
        List<RunSummary> runs = withStarvedNights(values, 28);

        assertThat(ANALYSIS.nominate(runs, runs.get(29), List.of()).suspects())
                .singleElement()
                .satisfies(suspect -> assertThat(suspect.lastGoodCommit()).contains(Runs.commit(27)));
    }

    @Test
    void takesDirectionFromMode() {
        List<RunSummary> runs = new ArrayList<>();
        for (double value : Runs.noisy(2, Runs.step(30, 15, 100, 110))) {
            runs.add(Runs.night(runs.size(), Runs.time(Runs.ENCODE, value), Runs.throughput(Runs.DECODE, value)));
        }
        List<CaseHistory> cases = ANALYSIS.cases(runs);
        assertThat(cases).extracting(CaseHistory::caseId).containsExactly(Runs.DECODE, Runs.ENCODE);
        assertThat(changes(cases.get(0))).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(HistoryChange.Kind.FASTER);
            assertThat(change.ratio()).isCloseTo(1.1, within(0.01));
        });
        assertThat(changes(cases.get(1))).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(HistoryChange.Kind.SLOWER);
            assertThat(change.ratio()).isCloseTo(1 / 1.1, within(0.01));
        });
    }

    @Test
    void findsNothingInNoise() {
        assertThat(changes(only(ANALYSIS.cases(Runs.nights(Runs.noisy(3, Runs.step(60, 0, 0, 100)))))))
                .isEmpty();
    }

    @Test
    void ignoresOrderOfRuns() {
        List<RunSummary> runs = Runs.nights(Runs.noisy(4, Runs.step(40, 20, 100, 90)));
        List<RunSummary> mixed = new ArrayList<>(runs);
        Collections.shuffle(mixed, new Random(4));
        assertThat(ANALYSIS.cases(mixed)).isEqualTo(ANALYSIS.cases(runs));
    }

    @Test
    void startsNewSegmentWithNewJdk() {
        double[] values = Runs.noisy(5, Runs.step(40, 20, 100, 130));
        List<RunSummary> runs = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            runs.add(Runs.night(i, i < 20 ? Runs.MACHINE : NEW_JDK, Runs.time(Runs.ENCODE, values[i])));
        }
        CaseHistory history = only(ANALYSIS.cases(runs));
        assertThat(history.segments()).extracting(HistorySegment::environment).containsExactly(Runs.MACHINE, NEW_JDK);
        assertThat(changes(history)).isEmpty();
        assertThat(changes(only(ANALYSIS.cases(Runs.nights(values)))))
                .as("the same values on one JDK")
                .hasSize(1);
    }

    @Test
    void detectsChangeAcrossRunsOnOtherMachines() {
        List<RunSummary> runs = new ArrayList<>();
        double[] values = Runs.noisy(6, Runs.step(60, 30, 100, 110));
        for (int i = 0; i < values.length; i++) {
            boolean other = i % 2 == 1;
            runs.add(Runs.night(
                    i, other ? NEW_JDK : Runs.MACHINE, Runs.time(Runs.ENCODE, other ? 2 * values[i] : values[i])));
        }
        CaseHistory history = only(ANALYSIS.cases(runs));
        assertThat(history.segments()).hasSize(2).allSatisfy(segment -> assertThat(segment.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.ratio()).isCloseTo(1 / 1.1, within(0.01))));
        assertThat(changes(history))
                .extracting(change -> change.firstAfter().run().id())
                .containsExactly("night-030", "night-031");
    }

    /** Returns twenty nights in nanoseconds, then twenty in microseconds that take the given multiple of the time. */
    private static List<RunSummary> inTwoUnits(double factor) {
        List<RunSummary> runs = Runs.nights(Runs.noisy(7, Runs.step(20, 0, 0, 100)));
        List<RunSummary> all = new ArrayList<>(runs);
        for (int i = 0; i < 20; i++) {
            double micros = factor * runs.get(i).cases().get(0).value() / 1000;
            all.add(Runs.night(20 + i, Runs.summary(Runs.ENCODE, "avgt", "us/op", OptionalDouble.empty(), micros)));
        }
        return all;
    }

    @Test
    void ignoresChangeOfUnit() {
        CaseHistory same = only(ANALYSIS.cases(inTwoUnits(1)));
        assertThat(same.segments()).extracting(HistorySegment::unit).containsExactly("us/op");
        assertThat(changes(same)).isEmpty();

        List<RunSummary> slower = inTwoUnits(1.3);
        assertThat(changes(only(ANALYSIS.cases(slower)))).singleElement().satisfies(change -> {
            assertThat(change.firstAfter().run().id()).isEqualTo("night-020");
            assertThat(change.before()).isCloseTo(0.1, within(0.002));
        });
        assertThat(ANALYSIS.nominate(slower.subList(0, 21), slower.get(20), List.of())
                        .suspects())
                .singleElement()
                .satisfies(suspect -> {
                    assertThat(suspect.before()).isCloseTo(0.1, within(0.002));
                    assertThat(suspect.lastGood().summary().unit()).isEqualTo("us/op");
                });
    }

    @Test
    void toleratesGaps() {
        double[] values = Runs.noisy(8, Runs.step(60, 30, 100, 108));
        List<RunSummary> runs = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            // The case is missing every third night, and no run exists for a week.
            if (i < 10 || i > 17) {
                runs.add(i % 3 == 0 ? Runs.night(i) : Runs.night(i, Runs.time(Runs.ENCODE, values[i])));
            }
        }
        assertThat(changes(only(ANALYSIS.cases(runs)))).singleElement().satisfies(change -> {
            assertThat(change.lastBefore().run().id()).isEqualTo("night-029");
            assertThat(change.firstAfter().run().id()).isEqualTo("night-031");
        });
    }

    @Test
    void returnsNothingForEmptyHistory() {
        assertThat(ANALYSIS.cases(List.of())).isEmpty();
        assertThat(ANALYSIS.nominate(List.of(), Runs.night(0, Runs.time(Runs.ENCODE, 1)), List.of())
                        .suspects())
                .isEmpty();
    }
}
