// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.ResultCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetCheckTest {

    @TempDir
    Path folder;

    @BeforeEach
    void forget() {
        MadeSnippet.Notes.ALL.clear();
    }

    private String snippet(String once, String... more) throws IOException {
        return MadeSnippet.compile(folder, once, String.join("\n", more)).toString();
    }

    private static List<List<String>> answer(String check, List<String> inputs, String... snippets) {
        List<String> question = new ArrayList<>(List.of("q 1", check, Integer.toString(snippets.length)));
        question.addAll(List.of(snippets));
        question.addAll(inputs);
        return SnippetCheck.answer(question).stream().map(ResultCheck::words).toList();
    }

    private static List<List<String>> same(String... snippets) {
        return answer(SnippetCheck.SAME, List.of(), snippets);
    }

    @Test
    void writesNothingForEqualValues() throws IOException {
        assertThat(same(
                        snippet("microbenchValue = new int[] {1, 2};"),
                        snippet("microbenchValue = java.util.stream.IntStream.of(1, 2).toArray();")))
                .isEmpty();
    }

    @Test
    void reportsFirstDifferenceWithBothValues() throws IOException {
        String two = snippet("microbenchValue = 2;");

        assertThat(same(snippet("microbenchValue = 1;"), snippet("microbenchValue = 1L;"), two, two))
                .containsExactly(List.of("q 1", ResultCheck.DIFFERENT, "0", "1", "2", "2"));
    }

    @Test
    void ignoresDifferentValuesIfNotCompared() throws IOException {
        assertThat(answer(
                        SnippetCheck.RUNS,
                        List.of(),
                        snippet("microbenchValue = 1;"),
                        snippet("microbenchValue = 2;"),
                        snippet("")))
                .isEmpty();
    }

    @Test
    void reportsMissingValueAndComparesOthers() throws IOException {
        assertThat(same(snippet(""), snippet("microbenchValue = null;"), snippet("microbenchValue = \"x\";")))
                .containsExactly(
                        List.of("q 1", SnippetCheck.VOID, "0"),
                        List.of("q 1", ResultCheck.DIFFERENT, "1", "null", "2", "x"));
    }

    @Test
    void reportsFailureAndComparesOthers() throws IOException {
        assertThat(same(
                        snippet("microbenchValue = 1;"),
                        snippet("throw new java.io.IOException(\"no data\");"),
                        snippet("microbenchValue = 2;")))
                .containsExactly(
                        List.of("q 1", SnippetCheck.FAILED, "1", "java.io.IOException: no data"),
                        List.of("q 1", ResultCheck.DIFFERENT, "0", "1", "2", "2"));
    }

    @Test
    void reportsMissingClassAsFailure() {
        assertThat(same(folder.resolve("missing").toString())).singleElement().satisfies(words -> assertThat(words)
                .startsWith("q 1", SnippetCheck.FAILED, "0")
                .last()
                .asString()
                .contains("ClassNotFoundException", SnippetProperties.CLASS));
    }

    @Test
    void passesInputsByName() throws IOException {
        String length = snippet(
                "microbenchValue = text;",
                "static String text;",
                "public void inputs(java.util.Map<String, String> values) { text = values.get(\"n\") + values; }");

        assertThat(answer(SnippetCheck.SAME, List.of("n", "10", "m", "a b"), length, snippet("microbenchValue = 0;")))
                .containsExactly(List.of("q 1", ResultCheck.DIFFERENT, "0", "10{n=10, m=a b}", "1", "0"));
    }

    @Test
    void runsStepsInOrderAndDoneAfterComparison() throws IOException {
        same(snippet(
                "note(\"call\"); microbenchValue = 1;",
                "public void inputs(java.util.Map<String, String> values) { note(\"inputs\"); }",
                "public void init() { note(\"init\"); }",
                "public void initWorker() { note(\"worker\"); }",
                "public void before() { note(\"before\"); }",
                "public void after() { note(\"after\"); }",
                "public void done() { note(\"done\"); }"));

        assertThat(MadeSnippet.Notes.ALL)
                .containsExactly("inputs", "init", "worker", "before", "call", "after", "done");
    }

    @Test
    void cleansUpAfterFailureAndReportsIt() throws IOException {
        assertThat(same(snippet(
                        "throw new IllegalStateException(\"first\");",
                        "public void after() { note(\"after\"); }",
                        "public void done() { note(\"done\"); throw new IllegalStateException(\"second\"); }")))
                .containsExactly(List.of("q 1", SnippetCheck.FAILED, "0", "java.lang.IllegalStateException: first"));
        assertThat(MadeSnippet.Notes.ALL).containsExactly("done");
    }

    @Test
    void ignoresFailureOfDone() throws IOException {
        assertThat(same(snippet(
                        "microbenchValue = 1;", "public void done() { throw new IllegalStateException(\"late\"); }")))
                .isEmpty();
    }
}
