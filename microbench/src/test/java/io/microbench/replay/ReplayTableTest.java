// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.replay.ReplayRecord.Full;
import io.microbench.replay.ReplayRecord.RuleReplay;
import io.microbench.replay.ReplaySummary.Range;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplayTableTest {

    private static final Full FULL = new Full("5 forks x (50 s + 50 s)", 499.6, Optional.empty());

    private static ReplaySummary summary(Optional<Double> share, int tooShort) {
        return new ReplaySummary(
                1234,
                5000,
                61.4,
                47.6,
                3.25,
                0.753,
                new Range(0.7, 0.8),
                0.9,
                new Range(0.85, 0.95),
                0.95,
                share,
                1,
                share,
                4,
                share,
                share,
                tooShort);
    }

    private static RuleReplay rule(String name, ReplaySummary totals) {
        return new RuleReplay(name, "longest=60", "3 to 5 forks", totals, List.of());
    }

    private static ReplayRecord record(Full full, List<String> notes, RuleReplay... rules) {
        return new ReplayRecord("folder", 20, 1, 0.02, full, List.of(rules), notes);
    }

    @Test
    void printsRowForEachRuleInOrderOfRecord() {
        List<String> lines = ReplayTable.markdown(record(
                        FULL,
                        List.of(),
                        rule("pilot", summary(Optional.of(0.875), 0)),
                        rule("cov", summary(Optional.empty(), 0))))
                .lines()
                .toList();

        assertThat(lines.subList(2, 4))
                .containsExactly(
                        "| pilot | 61 | 48 | 3.3 | 75.3% | 90.0% | 87.5% | 87.5% | 0.88 | 0.88 |",
                        "| cov | 61 | 48 | 3.3 | 75.3% | 90.0% | n/a | n/a | n/a | n/a |");
    }

    @Test
    void explainsReferenceInLegend() {
        String legend = ReplayTable.text(record(FULL, List.of()));

        assertThat(legend)
                .contains("20 benchmarks, 1 fork. Full schedule: 5 forks x (50 s + 50 s); 500 s per benchmark.\n")
                .contains("within 2% of the full schedule on its first five forks. Other forks: the same,"
                        + " compared with the next five.\n");
    }

    @Test
    void reportsRepeatabilityOfFullScheduleInLegend() {
        Full repeated = new Full("5 forks", 1, Optional.of(0.62));

        assertThat(ReplayTable.text(record(repeated, List.of())))
                .contains("Other forks: the same, compared with the next five. The full schedule itself agrees with"
                        + " them for 62.0% of the benchmarks.\n");
    }

    @Test
    void listsSettingsAndIntervalsInLegend() {
        assertThat(ReplayTable.text(record(FULL, List.of(), rule("pilot", summary(Optional.empty(), 0)))))
                .endsWith("\npilot (longest=60; 3 to 5 forks): saved 70.0% to 80.0%, same forks 85.0% to 95.0%"
                        + " (95%, over projects).\n");
    }

    @Test
    void countsForksThatEndedEarly() {
        assertThat(ReplayTable.text(record(FULL, List.of(), rule("pilot", summary(Optional.empty(), 1)))))
                .endsWith("; 1 fork ended before the rule had decided; its second half is used.\n");
        assertThat(ReplayTable.text(record(FULL, List.of(), rule("pilot", summary(Optional.empty(), 12)))))
                .endsWith("; 12 forks ended before the rule had decided; their second half is used.\n");
    }

    @Test
    void appendsNotesOnePerLine() {
        String[] texts = {
            ReplayTable.text(record(FULL, List.of("One.", "Two."))),
            ReplayTable.markdown(record(FULL, List.of("One.", "Two.")))
        };

        assertThat(texts).allSatisfy(text -> assertThat(text).endsWith("\nNote: One.\nNote: Two.\n"));
    }
}
