// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.snippet.Question.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileReportTest {

    @TempDir
    Path folder;

    /** Returns the message about the last snippet of a question, which does not compile. */
    private List<String> report(Question question) {
        Snippet last = question.snippets().get(question.snippets().size() - 1);
        try (SnippetCompiler compiler = new SnippetCompiler(question)) {
            return String.valueOf(assertThatExceptionOfType(SnippetException.class)
                            .isThrownBy(() -> compiler.compile(last, folder))
                            .actual()
                            .getMessage())
                    .lines()
                    .toList();
        }
    }

    private List<String> report(Snippet... snippets) {
        return report(Question.of(snippets));
    }

    @Test
    void showsFirstThreeErrorsInTextOrder() {
        List<String> report = report(Snippet.of("int x = a1(); x += a2(); x += a3(); x += a4();"));

        assertThat(report).first().asString().endsWith(" does not compile (the first 3 of 4 errors)");
        assertThat(report.stream().filter(line -> line.startsWith("snippet")))
                .containsExactly(
                        "snippet, line 1, column 9: cannot find symbol: method a1()",
                        "snippet, line 1, column 20: cannot find symbol: method a2()",
                        "snippet, line 1, column 31: cannot find symbol: method a3()");
    }

    @Test
    void showsAllThreeErrors() {
        assertThat(report(Snippet.of("int x = a1(); x += a2(); x += a3();")).get(0))
                .endsWith(" does not compile");
    }

    @Test
    void namesSnippetByLabel() {
        assertThat(report(Snippet.of("foo()").labelled("sum")))
                .containsExactly(
                        "\"sum\" does not compile",
                        "snippet, line 1, column 1: cannot find symbol: method foo()",
                        "  foo()",
                        "  ^");
    }

    @Test
    void namesPackageOfJdkThatIsNotImported() {
        assertThat(report(Snippet.of("DateTimeFormatter.ofPattern(\"y\")")).get(1))
                .endsWith(": variable DateTimeFormatter; it requires the import java.time.format.*");
        assertThat(report(Snippet.of("ChronoUnit.DAYS.getDuration()")).get(1))
                .endsWith(": package ChronoUnit does not exist; it requires the import java.time.temporal.*");
        assertThat(report(Snippet.of("new CRC32()")).get(1)).endsWith(" it requires the import java.util.zip.*");
        assertThat(report(Snippet.of("Missing.part.call()")).get(1)).endsWith(" package Missing does not exist");
    }

    @Test
    void reportsThatSnippetHasNoValueForHook() {
        assertThat(report(Snippet.of("System.gc()").after("result.hashCode()")).get(1))
                .endsWith(": variable result; the snippet has no value");
        assertThat(report(Snippet.of("\"a\"").after("result.lengthh()")).get(1)).doesNotContain("no value");
        assertThat(report(Snippet.of("1 + 1").after("results.hashCode()")).get(1))
                .endsWith(": variable results");
    }

    @Test
    void namesTargetJdkIfDifferent() {
        Question question = Question.of(Snippet.of("HexFormat.of()"));
        int here = Runtime.version().feature();

        assertThat(report(question.withVariants(List.of(variant(here), variant(16)))))
                .contains("snippet, line 1, column 1: cannot find symbol: variable HexFormat")
                .endsWith(
                        "Snippets are compiled for JDK 16: the oldest of the JDKs that measure them and the JDK of this program.");
        assertThat(report(Question.of(Snippet.of("foo()")).withVariants(List.of(variant(here + 1)))))
                .endsWith("Snippets are compiled for JDK " + here
                        + ": the oldest of the JDKs that measure them and the JDK of this program.");
    }

    private static Variant variant(int feature) {
        return new Variant("JDK " + feature, Optional.empty(), feature, List.of());
    }

    @Test
    void locatesErrorInClassOfFile() throws Exception {
        Path file = Files.writeString(
                folder.resolve("Broken.java"), "class Broken {\n  static int run() {\n    return foo;\n  }\n}\n");

        assertThat(report(Snippet.of(file.toString())))
                .contains(
                        "Broken.java, line 3, column 12: cannot find symbol: variable foo in class Broken",
                        "      return foo;");
    }

    @Test
    void locatesErrorInStatementsOfFile() throws Exception {
        Path file = Files.writeString(folder.resolve("statements.java"), "int a = 1;\na + b");

        assertThat(report(Snippet.of(file.toString())))
                .contains("snippet, line 2, column 5: cannot find symbol: variable b");
    }

    @Test
    void reportsEachUseOfMissingVariable() {
        assertThat(report(Snippet.of("x * x")).stream().filter(line -> line.startsWith("snippet")))
                .containsExactly(
                        "snippet, line 1, column 1: cannot find symbol: variable x",
                        "snippet, line 1, column 5: cannot find symbol: variable x");
    }
}
