// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnusedValuesTest {

    @TempDir
    Path folder;

    private List<String> unused(String text) {
        Snippet snippet = Snippet.of(text);
        try (SnippetCompiler compiler = new SnippetCompiler(Question.of(snippet))) {
            return compiler.compile(snippet, folder).unused();
        }
    }

    @Test
    void findsCallWithDroppedResult() {
        assertThat(unused("for (int i = 0; i < 1_000_000; i++) { Math.sqrt(i); }"))
                .containsExactly("Math.sqrt(i)");
        assertThat(unused("List.of(1, 2).forEach(i -> { i.toString().trim(); });"))
                .containsExactly("i.toString().trim()");
    }

    @Test
    void findsVariableThatIsOnlyWritten() {
        assertThat(unused("double sum = 0; for (int i = 0; i < 10; i++) { sum += Math.sqrt(i); }"))
                .containsExactly("sum");
        assertThat(unused("int n = 0; for (int i = 0; i < 10; i++) { n++; }")).containsExactly("n");
        assertThat(unused("int n = Math.abs(-1); if (System.nanoTime() == 0) { return; }"))
                .containsExactly("n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Math.sqrt(2)",
                "1",
                "double sum = 0; for (int i = 0; i < 10; i++) { sum += Math.sqrt(i); } sum",
                "double sum = 0; for (int i = 0; i < 10; i++) { sum += Math.sqrt(i); } return sum;",
                "new ArrayList<Integer>().add(1);",
                "var list = new ArrayList<String>(); for (int i = 0; i < 3; i++) { list.add(String.valueOf(i)); }",
                "int[] a = new int[3]; for (int i = 0; i < 3; i++) { a[i] = Math.abs(i); } a",
                "int n = new Random(1).nextInt(); if (n == 0) { System.out.print(n); }",
                "System.out.flush();"
            })
    void ignoresUsedValuesAndSideEffects(String text) {
        assertThat(unused(text)).isEmpty();
    }
}
