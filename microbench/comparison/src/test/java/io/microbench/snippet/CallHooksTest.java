// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.snippet.Question.Check;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the compiled code of hooks around each call. */
class CallHooksTest {

    @TempDir
    Path folder;

    private String compile(Snippet snippet) {
        return compile(snippet, Question.of());
    }

    private String compile(Snippet snippet, Question question) {
        try (SnippetCompiler compiler = new SnippetCompiler(question)) {
            return compiler.compile(snippet, folder).source().replaceAll("\\s+", " ");
        }
    }

    private String message(Snippet snippet) {
        return String.valueOf(assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> compile(snippet))
                .actual()
                .getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            new int[] {2, 1}                  | Arrays.sort(given)  | int[] given; public | given = ( new int[] {2, 1} );
            ThreadLocalRandom.current().nextInt(); | given + 1      | int given;          | public void before() throws Throwable { given = (
            int[] a = {2, 1}; int b = a[0]    | a[b - 1]            | int[] a;            | a = new int[]{2, 1}; b = a[0];
            System.gc();                      | 1                   | void before()       | System.gc();
            record P(int x) {} var p = new P(1)  | p.x()            | static record P(int x) {} | p = new P(1);
            """)
    void exposesValueOfBeforeToSnippet(String before, String text, String declared, String done) {
        assertThat(compile(Snippet.of(text).before(before)))
                .contains(done)
                .containsAnyOf(declared, declared.replace(" public", ""));
    }

    @Test
    void passesOuterValueToInnerHook() {
        String source = compile(
                Snippet.of("Arrays.sort(given)").before("new int[given]").within("Math.abs(3)", ""));

        assertThat(source)
                .contains("int[] given;")
                .contains("public void before() throws Throwable { var given = ( Math.abs(3) );"
                        + " this.given = ( new int[given] ); }");
    }

    @Test
    void passesOuterValueToSnippetWithoutInnerValue() {
        String source = compile(
                Snippet.of("given + n").before("int n = given; System.gc();").within("Math.abs(3)", ""));

        assertThat(source)
                .contains("int given;", "int n;")
                .contains("given = ( Math.abs(3) ); n = given; System.gc();")
                .doesNotContain("var given");
    }

    @Test
    void exposesInitsAndLastResultToHooks() {
        Snippet snippet = new Snippet(
                "last + given",
                "",
                "int a = 1",
                "int b = a",
                "",
                "0L",
                "",
                "a + b + last",
                "if (result > given + a + b) { throw new IllegalStateException(); }",
                "");

        assertThat(compile(snippet))
                .contains("long given;", "long result;", "last = (last + given ); this.result = last;");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "abc".length()                                       | int result;
            System.nanoTime() > 0 ? "a" : "b"                    | java.lang.String result;
            int result = 2; return result * 2L                   | long result;
            if (System.nanoTime() > 0) { return 1; } return 2.5; | Object result;
            if (System.nanoTime() > 0) { return 1; } return "a"; | Object result;
            switch (1) { case 1 -> "a"; default -> "b"; }        | java.lang.String result;
            List.of(1, 2)                                        | java.util.List<java.lang.Integer> result;
            new Object() { int two() { return 2; } }             | java.lang.Object result;
            Math::abs(int:-1)                                    | int result;
            """)
    void declaresResultWithTypeOfSnippet(String text, String field) {
        assertThat(compile(Snippet.of(text).after("Objects.requireNonNull(result);")))
                .contains(field, "blackhole.consume(this.result);");
    }

    @Test
    void keepsVariableOfUserNamedResult() {
        String source =
                compile(Snippet.of("1").initWorker("var result = \"mine\"").after("result.length();"));

        assertThat(source)
                .contains("java.lang.String result;", "blackhole.consume(1 );")
                .doesNotContain("this.result");
    }

    @Test
    void declaresResultWithTypeOfClassInFile() throws Exception {
        Path file = Files.writeString(folder.resolve("Work.java"), "class Work { static char run() { return 'x'; } }");

        assertThat(compile(Snippet.of(file.toString()).after("Character.toUpperCase(result);")))
                .contains("char result;");
    }

    @Test
    void runsInnerAfterHookFirstInSeparateScope() {
        String source = compile(Snippet.of("1").after("int a = 1; System.gc()").within("", "int a = 2; System.gc();"));

        assertThat(source)
                .contains(
                        "public void after() throws Throwable { { int a = 1; System.gc() ; } { int a = 2; System.gc(); } }")
                .doesNotContain("result");
    }

    @Test
    void generatesNothingWithoutHooks() {
        assertThat(compile(Snippet.of("1 + 1")))
                .doesNotContain("before", "after", "once", "given", "result")
                .contains("{ blackhole.consume(1 + 1 ); }");
    }

    @Test
    void storesValueOnlyIfCompared() {
        Question same = Question.of().withCheck(Check.SAME);

        assertThat(compile(Snippet.of("1 + 1"), same))
                .contains(
                        "void call(org.openjdk.jmh.infra.Blackhole blackhole) throws Throwable { blackhole.consume(1 + 1 ); }")
                .contains("this.microbenchValue = (1 + 1 );");
        assertThat(compile(Snippet.of("1 + 1").after("System.out.println(result)"), same))
                .contains("this.result = (1 + 1 ); this.microbenchValue = this.result;");
        assertThat(compile(Snippet.of("1 + 1"), Question.of().withCheck(Check.RUNS)))
                .doesNotContain("microbenchValue");
    }

    @Test
    void wrapsHooksOfEachSnippet() {
        Question question = Question.of(Snippet.of("1").before("b").after("a"), Snippet.of("2"))
                .withHooks("outer b", "outer a")
                .withInputs(Map.of());

        assertThat(question.snippets())
                .containsExactly(
                        new Snippet("1", "", "", "", "", "", "outer b", "b", "a", "outer a"),
                        new Snippet("2", "", "", "", "", "", "outer b", "", "", "outer a"));
    }

    @Test
    void reportsDuplicateNameInLaterHook() {
        assertThat(message(Snippet.of("given").initWorker("int given = 1").before("given + 1"))
                        .lines())
                .contains("before, line 1, column 1: variable given is already defined");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            given + 1   |            |               | snippet, line 1, column 1: cannot find symbol: variable given; given requires before
            given + 1   | int a = 1; |               | snippet, line 1, column 1: cannot find symbol: variable given
            System.gc() |            | result.hashCode(); | after, line 1, column 1: cannot find symbol: variable result; the snippet has no value
            given       | () -> 1    |               | before, line 1, column 1: cannot infer type for local variable given; (lambda expression needs an explicit target-type)
            1           | foo()      |               | before, line 1, column 1: cannot find symbol: method foo()
            1           |            | foo();        | after, line 1, column 1: cannot find symbol: method foo()
            1           |            | result.size() | after, line 1, column 7: int cannot be dereferenced
            """)
    void locatesErrorInItsHook(String text, String before, String after, String line) {
        Snippet snippet = Snippet.of(text).before(before == null ? "" : before).after(after == null ? "" : after);

        assertThat(message(snippet).lines().toList().get(1)).isEqualTo(line);
        assertThat(message(snippet)).doesNotContain("MicrobenchSnippet", "microbench");
    }
}
