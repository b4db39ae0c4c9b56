// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.SnippetReader.Sink;
import java.util.List;
import org.junit.jupiter.api.Test;

class SinkTest {

    private static final Snippet PLAIN = Snippet.of("v");
    private static final Snippet ACCUMULATING = new Snippet("v", "", "", "", "", "0L", "", "", "", "");

    /** Returns the statement for the value {@code v}, in one line. */
    private static String around(Sink sink) {
        return (sink.before() + "v" + sink.after()).replaceAll("\\s+", " ").strip();
    }

    @Test
    void passesValueToBlackhole() {
        assertThat(around(Sink.of(PLAIN, List.of(), false))).isEqualTo("blackhole.consume(v );");
    }

    @Test
    void assignsAmbiguousValueToVariable() {
        assertThat(around(Sink.of(PLAIN, List.of(), true)))
                .isEqualTo("{ var microbenchTyped = (v ); blackhole.consume(microbenchTyped); }");
    }

    @Test
    void assignsFieldsAndBlackholeFromFirstField() {
        String expected = "this.result = (v ); this.microbenchValue = this.result; blackhole.consume(this.result);";

        assertThat(around(Sink.of(PLAIN, List.of("result", "microbenchValue"), false)))
                .isEqualTo(expected);
        assertThat(around(Sink.of(PLAIN, List.of("result", "microbenchValue"), true)))
                .isEqualTo(expected);
    }

    @Test
    void assignsAccumulatorFirst() {
        assertThat(around(Sink.of(ACCUMULATING, List.of(), false))).isEqualTo("last = (v ); blackhole.consume(last);");
        assertThat(around(Sink.of(ACCUMULATING, List.of("result"), false)))
                .isEqualTo("last = (v ); this.result = last; blackhole.consume(last);");
    }

    @Test
    void acceptsCommentAtEndOfValue() {
        for (Sink sink :
                List.of(Sink.of(PLAIN, List.of(), false), Sink.of(ACCUMULATING, List.of(), false), Sink.typed())) {
            assertThat(sink.after()).startsWith("\n");
        }
    }
}
