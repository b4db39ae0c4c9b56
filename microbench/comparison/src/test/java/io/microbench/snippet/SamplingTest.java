// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.snippet.Question.Sampling;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

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

    @Test
    void rejectsMoreCallsThanJmhCounts() {
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> SnippetRun.open(looping(2_147_483_648L), SnippetListener.NONE))
                .withMessageContaining("2147483648 calls")
                .withMessageContaining("at most 2147483647");
        SnippetRun.open(looping(2_147_483_647L), SnippetListener.NONE).close();
    }
}
