// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict.Change;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkStop;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that remarks of all kinds, with extreme numbers, fit into the column of a table. */
class RemarkLengthTest {

    private static final List<String> NOTES = List.of(
            "",
            "large change, too few forks",
            "outside the band, but 2147483647 forks per side are too few; to exclude chance for one case among 2147483647"
                    + ", at least 2147483647 per side are needed",
            "not compared: JVM arguments: was -Xmx2147483647m -XX:+UseZGC, is -Xmx1m -XX:+UseParallelGC -XX:-Inline",
            "FORCED although CPU model: was AMD EPYC 9B45, is Intel(R) Xeon(R) Platinum 8581C CPU @ 2.10GHz; differs: OS",
            "x".repeat(500));

    private static List<CaseVerdict> verdicts() {
        List<CaseVerdict> verdicts = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            for (Change change : Change.values()) {
                for (double bytes : new double[] {0, Double.MIN_VALUE, 1e100, Double.NaN}) {
                    for (String note : NOTES) {
                        CaseId id = Samples.id("m" + verdicts.size(), Map.of(), 1);
                        verdicts.add(VerdictBuilder.of(id, verdict)
                                .ratio(1e-100)
                                .low(Double.MIN_VALUE)
                                .high(1e100)
                                .allocation(Optional.of(new AllocationVerdict(change, bytes, 1e100)))
                                .moreForks(OptionalInt.of(note.isEmpty() ? 20 : Integer.MAX_VALUE))
                                .ruledOut(Optional.of(new RuledOut(1e-9, 1e-100, 1e100, 0.999)))
                                .note(note)
                                .build());
                    }
                }
            }
        }
        return verdicts;
    }

    /** Returns the texts below a column's heading, from its position. */
    private static Stream<String> remarks(String table) {
        List<String> lines = table.lines().toList();
        String header = lines.stream()
                .filter(line -> line.endsWith("Remarks"))
                .findFirst()
                .orElseThrow();
        int begin = header.indexOf("Remarks");
        return lines.stream()
                .skip(lines.indexOf(header) + 1)
                .takeWhile(line -> !line.isEmpty() && !line.startsWith("["))
                .map(line -> line.substring(Math.min(begin, line.length())));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 80, 250})
    void limitsRemarksOnVerdicts(int width) {
        List<CaseVerdict> verdicts = verdicts();
        String table = VerdictTable.render(Comparisons.of(verdicts), new ConsoleStyle(width, true, false));

        long measured = verdicts.stream()
                .filter(verdict -> verdict.verdict() != Verdict.SAME_CODE)
                .count();
        assertThat(remarks(table)).hasSize((int) measured).allSatisfy(remark -> assertThat(remark.length())
                .isBetween(1, TextTable.LONGEST_REMARK));
        assertThat(table.lines().filter(line -> line.startsWith("[")))
                .as("each note once")
                .doesNotHaveDuplicates()
                .anySatisfy(note -> assertThat(note).endsWith("x".repeat(500)));
    }

    @ParameterizedTest
    @EnumSource(ForkStop.State.class)
    void limitsRemarksOnScores(ForkStop.State state) {
        List<CaseResult> cases = new ArrayList<>();
        for (double value : new double[] {Double.MIN_VALUE, 1, 1e100}) {
            for (Optional<Double> precision : List.of(Optional.<Double>empty(), Optional.of(1e-9), Optional.of(0.9))) {
                cases.add(Samples.adaptive(precision, true, state, value, 2 * value, 3 * value));
                cases.add(Samples.adaptive(precision, true, state, value));
            }
        }

        assertThat(remarks(ConsoleTable.render(cases, ConsoleStyle.plain())))
                .hasSize(cases.size())
                .allSatisfy(remark -> assertThat(remark.length()).isBetween(1, TextTable.LONGEST_REMARK));
    }

    @Test
    void limitsRemarksOnCasesWithoutScore() {
        for (Status status : Status.values()) {
            CaseId id = Samples.id("m", Map.of(), 1);
            CaseResult failed = Samples.failed(id, "x ".repeat(300));
            CaseResult result = new CaseResult(
                    id, failed.plan(), status, failed.reason(), Optional.empty(), Map.of(), failed.forks());
            String row = ConsoleTable.render(List.of(result), ConsoleStyle.plain())
                    .lines()
                    .toList()
                    .get(1);

            assertThat(row.substring(row.indexOf("thrpt") + "thrpt".length())
                            .strip()
                            .length())
                    .as(row)
                    .isBetween(1, TextTable.LONGEST_REMARK);
        }
    }
}
