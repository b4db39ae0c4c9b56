// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressLinesTest {

    private final List<String> lines = new ArrayList<>();
    private long now = 5_000_000_000L;
    private final ComparisonJournal progress = new ComparisonJournal(
            side -> {
                throw new AssertionError("these lines are of no run");
            },
            lines::add,
            Duration.ofMinutes(90),
            () -> now);

    private static CaseVerdict verdict(Verdict verdict, double ratio, double low, double high) {
        return VerdictBuilder.of(Fixtures.id("encode"), verdict)
                .ratio(ratio)
                .low(low)
                .high(high)
                .build();
    }

    @Test
    void formatsPairWithElapsedTime() {
        now += Duration.ofSeconds(3723).toNanos();

        progress.pairEnded(3, verdict(Verdict.SLOWER, 0.8, 0.75, 0.85));

        assertThat(lines)
                .containsExactly(
                        "01:02:03 of 01:30:00  CodecBenchmark.encode  pair 3  speed -20.0% [-25.0%, -15.0%] slower");
    }

    @Test
    void omitsVerdictWhileUndecided() {
        progress.pairEnded(3, verdict(Verdict.UNDECIDED, 1.02, 0.9, 1.1));

        assertThat(lines)
                .containsExactly("00:00:00 of 01:30:00  CodecBenchmark.encode  pair 3  speed +2.00% [-10.0%, +10.0%]");
    }

    @ParameterizedTest
    @CsvSource({"0, Infinity", "0, 1.2", "0.8, Infinity"})
    void omitsUnboundedInterval(double low, double high) {
        progress.pairEnded(3, verdict(Verdict.UNDECIDED, 1.02, low, high));

        assertThat(lines).singleElement().asString().endsWith("  pair 3  speed +2.00%");
    }

    @Test
    void printsNotAvailableWithoutRatio() {
        progress.pairEnded(3, verdict(Verdict.UNDECIDED, Double.NaN, 0, Double.POSITIVE_INFINITY));

        assertThat(lines).singleElement().asString().endsWith("  pair 3  speed n/a");
    }

    @Test
    void namesVariantWithoutPackage() {
        CaseId id = new CaseId("Codec", "decode", new TreeMap<>(Map.of("size", "1,024")), 4, Optional.of("thrpt"));

        progress.pairEnded(
                1,
                VerdictBuilder.of(id, Verdict.SAME)
                        .ratio(1)
                        .low(0.999)
                        .high(1.001)
                        .build());

        assertThat(lines)
                .singleElement()
                .asString()
                .contains("  Codec.decode(size=1%2C024,threads=4,mode=thrpt)  pair 1  ")
                .endsWith(" same");
    }

    @Test
    void printsOutputOfForkAfterFailure() {
        Failure failure = new Failure(Failure.Kind.CRASHED, "SIGSEGV", "", List.of(), List.of("# one", "# two"));

        progress.failed(Side.CANDIDATE, Fixtures.paired("encode"), failure);

        assertThat(lines)
                .containsExactly(
                        "00:00:00 of 01:30:00  CodecBenchmark.encode  FAILED on the candidate: SIGSEGV",
                        "    # one",
                        "    # two");
    }
}
