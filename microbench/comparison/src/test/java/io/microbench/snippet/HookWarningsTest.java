// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.AnswerSummary.SnippetWarnings;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.snippet.fork.SnippetProperties;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HookWarningsTest {

    /** Returns a snippet with hooks with this number of calls and this time per call. */
    private static SnippetResult result(double nanos, long calls) {
        SnippetCase one = new SnippetCase(
                Question.of(Snippet.of("x").before("1")), new Row(0, "x", Question.Variant.HERE), Map.of());
        one.add(MadeFork.of(nanos, Map.of(SnippetProperties.HOOKED_CALLS, Long.toString(calls))));
        return one.result();
    }

    @Test
    void acceptsCallOfFewMicroseconds() {
        assertThat(SnippetWarnings.ofHooks(result(2000, 4_000_000))).isEmpty();
    }

    @Test
    void warnsAboutShortCall() {
        assertThat(SnippetWarnings.ofHooks(result(80, 40_000_000)))
                .containsExactly(
                        "\"x\": a call of 80.00 ns is too short for hooks: JMH reads the clock before and after each call."
                                + " Prepare many inputs in advance, or measure a longer call.");
    }

    @Test
    void warnsAboutFewCallsWithLongHooks() {
        assertThat(SnippetWarnings.ofHooks(result(2000, 2000)))
                .containsExactly("\"x\": hooks took most of the time, and a fork made only 2000 calls: its JIT compiler"
                        + " may not have compiled the snippet. Use longer samples.");
        assertThat(SnippetWarnings.ofHooks(result(3_000_000, 1000)))
                .as("calls would be few without hooks, too")
                .isEmpty();
    }

    @Test
    void doesNotWarnWithoutHooks() {
        SnippetCase plain =
                new SnippetCase(Question.of(Snippet.of("x")), new Row(0, "x", Question.Variant.HERE), Map.of());

        assertThat(SnippetWarnings.ofHooks(plain.result())).isEmpty();
    }
}
