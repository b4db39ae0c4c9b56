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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void theFirstThreeErrorsAreShownInTheOrderOfTheText() {
        List<String> report = report(Snippet.of("int x = a1(); x += a2(); x += a3(); x += a4();"));

        assertThat(report).first().asString().endsWith(" does not compile (the first 3 of 4 errors)");
        assertThat(report.stream().filter(line -> line.startsWith("snippet")))
                .containsExactly(
                        "snippet 1:9: cannot find symbol: method a1()",
                        "snippet 1:20: cannot find symbol: method a2()",
                        "snippet 1:31: cannot find symbol: method a3()");
    }

    @Test
    void threeErrorsAreAllOfThem() {
        assertThat(report(Snippet.of("int x = a1(); x += a2(); x += a3();")).get(0))
                .endsWith(" does not compile");
    }

    @Test
    void theSnippetIsCalledByItsLabel() {
        assertThat(report(Snippet.of("foo()").labelled("sum")))
                .containsExactly(
                        "\"sum\" does not compile", "snippet 1:1: cannot find symbol: method foo()", "  foo()", "  ^");
    }

    @Test
    void theJdkThatItIsCompiledForIsNamedWhereItIsNotThatOfTheCommand() {
        Question question = Question.of(Snippet.of("HexFormat.of()"));
        int here = Runtime.version().feature();

        assertThat(report(question.withVariants(List.of(variant(here), variant(16)))))
                .contains("snippet 1:1: cannot find symbol: variable HexFormat")
                .endsWith("Snippets are compiled for JDK 16, the oldest of those that measure them.");
        assertThat(report(Question.of(Snippet.of("foo()")).withVariants(List.of(variant(here + 1)))))
                .endsWith("Snippets are compiled by the JDK that runs this, " + here
                        + ", whichever JDK measures them. JAVA_HOME selects it.");
    }

    private static Variant variant(int feature) {
        return new Variant("JDK " + feature, Optional.empty(), feature, List.of());
    }

    @Test
    void anErrorInTheClassOfAFileIsShownThere() throws Exception {
        Path file = Files.writeString(
                folder.resolve("Broken.java"), "class Broken {\n  static int run() {\n    return foo;\n  }\n}\n");

        assertThat(report(Snippet.of(file.toString())))
                .contains("Broken.java 3:12: cannot find symbol: variable foo in class Broken", "      return foo;");
    }

    @Test
    void anErrorInTheStatementsOfAFileHasTheirPlace() throws Exception {
        Path file = Files.writeString(folder.resolve("statements.java"), "int a = 1;\na + b");

        assertThat(report(Snippet.of(file.toString()))).contains("snippet 2:5: cannot find symbol: variable b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            var x = 1  | var y = foo(); y
            int x = 1  | int y = foo(); y
            int x = 1  | foo.x
            int x = 1  | x()
            """)
    void anInitOfAnotherSnippetIsNamedForItsNamesOnly(String init, String text) {
        assertThat(report(Snippet.of("x").init(init), Snippet.of(text))).noneMatch(line -> line.contains("belongs to"));
    }

    @Test
    void aSnippetWithAnInitOfItsOwnIsNotToldOfAnother() {
        Snippet first = Snippet.of("x").init("int x = 1");

        assertThat(report(first, Snippet.of("x").init("int y = 1"))).noneMatch(line -> line.contains("belongs to"));
        assertThat(report(first, Snippet.of("x")))
                .last()
                .asString()
                .startsWith("The --init 'int x = 1' belongs to snippet 1 only");
    }

    @Test
    void aWorkerInitOfAnotherSnippetIsNamedWithItsOption() {
        assertThat(report(Snippet.of("1"), Snippet.of("x").initWorker("int x = 1"), Snippet.of("x + 1")))
                .last()
                .asString()
                .startsWith(
                        "The --init-worker 'int x = 1' belongs to snippet 2 only: the k-th option applies to the k-th"
                                + " snippet. Before the first snippet it applies to all snippets without their own.");
    }

    @Test
    void aFolderOfClassesAloneIsNoFolderOfJars() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Files.writeString(classes.resolve("A.class"), "");

        assertThat(report(Question.of(Snippet.of("new Missing()")).withClassPath(List.of(classes))))
                .noneMatch(line -> line.contains("folder with jars"));
    }

    @Test
    void aVariableThatIsMissingTwiceIsNamedTwice() {
        assertThat(report(Snippet.of("x * x")).stream().filter(line -> line.startsWith("snippet")))
                .containsExactly(
                        "snippet 1:1: cannot find symbol: variable x", "snippet 1:5: cannot find symbol: variable x");
    }
}
