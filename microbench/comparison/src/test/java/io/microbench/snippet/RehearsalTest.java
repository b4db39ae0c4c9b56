// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls snippets once each, in a separate JVM. */
@Tag("any-jdk")
class RehearsalTest {

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();

    private void run(Question question) {
        Compilation compiled = Compilation.of(question, folder);
        new Rehearsal(question).run(compiled, folder, () -> false, notes::add);
    }

    private String refusal(Question question) {
        return String.valueOf(assertThatExceptionOfType(CheckException.class)
                .isThrownBy(() -> run(question))
                .satisfies(e -> assertThat(e.exitStatus()).isEqualTo(1))
                .actual()
                .getMessage());
    }

    @Test
    void acceptsEqualResults() {
        run(Question.of(
                        Snippet.of("new int[][] {{1}, {2, 3}}"),
                        Snippet.of("int[][] a = {{1}, {2, 3}}; return a;"),
                        Snippet.of("given").before("new int[][] {{1}, {2, 3}}"),
                        new Snippet("a.clone()", "", "var a = new int[][] {{1}, {2, 3}}", "", "", "", "", "", "", ""),
                        Snippet.of("System.gc()").labelled("nothing"))
                .withCheck(Check.SAME));

        assertThat(notes).containsExactly("Check: \"nothing\" has no value to compare.");
    }

    @Test
    void acceptsEqualIntegersOfDifferentTypes() {
        run(Question.of(Snippet.of("(byte) 1"), Snippet.of("1"), Snippet.of("1L"))
                .withCheck(Check.SAME));

        assertThat(notes).isEmpty();
    }

    @Test
    void reportsDifferentResults() {
        Map<String, List<String>> inputs = new LinkedHashMap<>();
        inputs.put("n", List.of("2", "3"));
        inputs.put("m", List.of("1"));

        assertThat(refusal(Question.of(
                                        Snippet.of("new int[] {n * m}"),
                                        Snippet.of("new int[] {2}").labelled("two"))
                                .withInputs(inputs)
                                .withCheck(Check.SAME))
                        .lines())
                .containsExactly(
                        "Check: with n = 3, m = 1, \"new int[] {n * m}\" returned [3] and \"two\" returned [2].",
                        "Nothing was measured.");
    }

    @Test
    void checksEachVariantInItsOwnJvm() {
        Variant plain = new Variant("plain", Optional.empty(), 17, List.of());
        Variant seven = new Variant("seven", Optional.empty(), 17, List.of("-Dnumber=7"));

        assertThat(refusal(Question.of(
                                        Snippet.of("Integer.getInteger(\"number\", 1)")
                                                .labelled("number"),
                                        Snippet.of("1"))
                                .withVariants(List.of(plain, seven))
                                .withCheck(Check.SAME))
                        .lines())
                .containsExactly(
                        "Check: \"number @ seven\" returned 7 and \"1 @ seven\" returned 1.", "Nothing was measured.");
    }

    @Test
    void reportsOnlyFailuresIfValuesAreNotCompared() {
        Snippet boom = Snippet.of("throw new IllegalStateException(\"boom\")").labelled("bad");

        assertThat(refusal(Question.of(Snippet.of("1"), Snippet.of("2"), boom).withCheck(Check.RUNS))
                        .lines())
                .containsExactly(
                        "Check: \"bad\" failed: java.lang.IllegalStateException: boom", "Nothing was measured.");
        run(Question.of(Snippet.of("1"), Snippet.of("2")).withCheck(Check.RUNS));
        assertThat(notes).isEmpty();
    }

    @Test
    void runsInitsAndHooksInOrder() {
        Snippet snippet = new Snippet(
                "log.add(\"call \" + given); if (log.size() > 4) { return log + \"!\"; } return log.toString();",
                "",
                "var log = new ArrayList<String>(); log.add(\"init\");",
                "log.add(\"worker\");",
                "",
                "",
                "log.add(\"outer\")",
                "given + \" inner\"",
                "",
                "");

        assertThat(refusal(
                        Question.of(snippet, Snippet.of("0").labelled("zero")).withCheck(Check.SAME)))
                .contains("returned [init, worker, outer, call true inner] and \"zero\" returned 0.");
    }

    @Test
    void reportsSnippetThatEndsItsJvm() {
        assertThat(refusal(Question.of(Snippet.of("System.exit(7)")).withCheck(Check.RUNS)))
                .contains("Check: cannot call the snippets: their JVM ended with exit code 7");
    }
}
