// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static io.microbench.history.Runs.DECODE;
import static io.microbench.history.Runs.ENCODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.microbench.history.CaseHistory.CaseSegments;
import io.microbench.history.CaseHistory.HistoryChange;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.stats.ChangePoints;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistorySegmentTest {

    private static final Fingerprint OTHER = new Fingerprint("JDK 25", "VM 25", "AMD EPYC 7763", "Linux");

    private static List<List<HistoryEntry>> segments(List<RunSummary> runs, String id) {
        return CaseSegments.of(runs.stream().sorted(RunSummary.BY_TIME).toList(), id);
    }

    private static List<HistoryEntry> entries(String mode, String unit, double... values) {
        List<RunSummary> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(Runs.night(runs.size(), Runs.summary(ENCODE, mode, unit, OptionalDouble.empty(), value)));
        }
        return segments(runs, ENCODE).get(0);
    }

    /** Ten nights at each of two levels. */
    private static double[] step(double before, double after) {
        double[] values = new double[20];
        for (int i = 0; i < values.length; i++) {
            values[i] = (i < 10 ? before : after) * (1 + 0.001 * (i % 3));
        }
        return values;
    }

    @Test
    void sortsCasesByNameAndEntriesByTime() {
        List<RunSummary> runs = List.of(
                Runs.night(2, Runs.time(ENCODE, 4)),
                Runs.night(0, Runs.time(ENCODE, 1), Runs.time(DECODE, 7)),
                Runs.night(1, Runs.time(ENCODE, 2)));

        assertThat(HistoryAnalysis.caseIds(runs)).containsExactly(DECODE, ENCODE);
        assertThat(segments(runs, ENCODE)).singleElement().satisfies(entries -> assertThat(entries)
                .extracting(HistoryEntry::value, entry -> entry.run().id())
                .containsExactly(tuple(1.0, "night-000"), tuple(2.0, "night-001"), tuple(4.0, "night-002")));
    }

    @Test
    void continuesSegmentOfReturningMachine() {
        List<RunSummary> runs = List.of(
                Runs.night(0, Runs.time(ENCODE, 1)),
                Runs.night(1, OTHER, Runs.time(ENCODE, 8)),
                Runs.night(2, Runs.time(ENCODE, 2)));

        assertThat(segments(runs, ENCODE))
                .extracting(entries ->
                        entries.stream().map(entry -> entry.run().id()).toList())
                .containsExactly(List.of("night-000", "night-002"), List.of("night-001"));
    }

    @Test
    void startsNewSegmentWhereComparisonIsRefused() {
        CaseSummary usual = Runs.time(ENCODE, 1);
        List<String> arguments = usual.setup().jvmArgs();
        List<RunSummary> runs = List.of(
                Runs.night(0, usual),
                Runs.night(1, with(new ForkSetup("another VM", arguments, "compiler", List.of()))),
                Runs.night(5, with(new ForkSetup(usual.setup().vm(), List.of("-Xint"), "compiler", List.of()))),
                Runs.night(6, with(new ForkSetup(usual.setup().vm(), arguments, "full", List.of()))),
                Runs.night(2, Runs.summary(ENCODE, "sample", "ns/op", OptionalDouble.empty(), 1)),
                Runs.night(3, Runs.summary(ENCODE, "avgt", "us/op", OptionalDouble.empty(), 1)),
                Runs.night(4, Runs.time(ENCODE, 2)));

        assertThat(segments(runs, ENCODE))
                .hasSize(5)
                .first()
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .as("the unit does not start a segment")
                .hasSize(3);
    }

    private static List<List<String>> segments(CaseSummary... nights) {
        List<RunSummary> runs = new ArrayList<>();
        for (CaseSummary night : nights) {
            runs.add(Runs.night(runs.size(), night));
        }
        return segments(runs, ENCODE).stream()
                .map(entries -> entries.stream().map(entry -> entry.run().id()).toList())
                .toList();
    }

    @Test
    void startsNewSegmentForOtherFactsButNotUnknownOnes() {
        CaseSummary old = Runs.time(ENCODE, 1);
        CaseSummary eight = Runs.with(old, "CPUs=8", "Garbage collector=G1");
        CaseSummary four = Runs.with(old, "CPUs=4", "Garbage collector=G1");

        assertThat(segments(old, eight, four, old, eight, Runs.with(old, "CPUs=4")))
                .containsExactly(
                        List.of("night-000", "night-001", "night-003", "night-004"), List.of("night-002", "night-005"));
        assertThat(segments(old, Runs.with(old, "CPUs=8"), Runs.with(old, "Garbage collector=G1"), four))
                .as("known facts also apply to earlier entries")
                .containsExactly(List.of("night-000", "night-001", "night-002"), List.of("night-003"));
    }

    @Test
    void continuesSegmentAfterUpdateOfOperatingSystem() {
        List<String> systems = List.of("Linux 6.1", "Linux 6.2", "Windows 10.0");
        List<RunSummary> runs = new ArrayList<>();
        for (String os : systems) {
            Fingerprint machine = new Fingerprint("JDK 25", "VM 25", "AMD EPYC 7763", os);
            runs.add(Runs.night(runs.size(), machine, Runs.time(ENCODE, 1)));
        }

        assertThat(segments(runs, ENCODE)).extracting(List::size).containsExactly(2, 1);
    }

    private static CaseSummary with(ForkSetup setup) {
        return CaseSummaryBuilder.of(Runs.time(ENCODE, 1)).setup(setup).build();
    }

    @ParameterizedTest
    @CsvSource({
        "avgt, ns/op, 100, 120, SLOWER, 0.8333",
        "avgt, ns/op, 120, 100, FASTER, 1.2",
        "thrpt, ops/ms, 100, 120, FASTER, 1.2",
        "thrpt, ops/ms, 120, 100, SLOWER, 0.8333"
    })
    void classifiesChangeBetweenAdjacentRuns(
            String mode, String unit, double before, double after, HistoryChange.Kind kind, double ratio) {
        HistorySegment segment = HistorySegment.of(entries(mode, unit, step(before, after)), ChangePoints.DEFAULTS);

        assertThat(segment.changes()).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(kind);
            assertThat(change.ratio()).isCloseTo(ratio, within(1e-3));
            assertThat(change.lastBefore().run().id()).isEqualTo("night-009");
            assertThat(change.firstAfter().run().id()).isEqualTo("night-010");
            assertThat(change.pValue()).isLessThan(0.001);
        });
        assertThat(segment.unit()).isEqualTo(unit);
        assertThat(segment.environment()).isEqualTo(Runs.MACHINE);
    }

    @Test
    void returnsImmutableLists() {
        List<HistoryEntry> entries = new ArrayList<>(entries("avgt", "ns/op", 1, 2));
        HistorySegment segment = new HistorySegment(entries, List.of());
        entries.clear();

        assertThat(segment.entries()).hasSize(2);
    }
}
