// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.CasePlan;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.RowBaselines.Row;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingTest {

    private static Question looping(long calls) {
        return Question.of(Snippet.of("1"))
                .with(new Sampling(
                        3,
                        Duration.ZERO,
                        calls,
                        OptionalInt.empty(),
                        1,
                        OptionalDouble.empty(),
                        Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2147483647, 1", "2147483648, 2", "3000000000, 2", "7000000000, 4", "2147483659, 0"})
    void aSampleOfManyCallsIsTakenInEqualParts(long calls, int rounds) {
        assertThat(Sampling.rounds(calls)).isEqualTo(rounds);
    }

    @Test
    void theIterationsOfASampleHaveAllOfItsCalls() {
        SnippetCase three = new SnippetCase(looping(3_000_000_000L), new Row(0, "1", Question.Variant.HERE), Map.of());
        CasePlan plan = three.next(Path.of("fork")).plan();

        assertThat(plan.measurement().count()).isEqualTo(6);
        assertThat(plan.measurement().batchSize()).isEqualTo(1_500_000_000);
        assertThat(three.nanos(1.5e9)).isEqualTo(1);

        three.add(MadeFork.samples(1.5e9, 1.5e9, 3e9, 3e9, 6e9, 6e9));
        SnippetResult result = three.result();
        assertThat(result.samples()).containsExactly(3e9, 6e9, 12e9);
        assertThat(result.nanos()).isPositive().isLessThan(4);
    }

    @Test
    void whatCannotBeTakenInEqualPartsIsRefused() {
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> SnippetRun.open(looping(2_147_483_659L), SnippetListener.NONE))
                .withMessageContaining("2147483659 calls")
                .withMessageContaining("3,000,000,000");
    }
}
