// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.SnippetReader.Reading;
import io.microbench.snippet.SnippetReader.Sink;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetReaderTest {

    private static final Sink SINK = new Sink("<", ">");

    private final Javac javac = Javac.open(List.of(), false, OptionalInt.empty());

    @AfterEach
    void close() {
        javac.close();
    }

    /** Returns the readings that are valid Java. */
    private List<String> readings(String text) {
        return new SnippetReader(text, javac)
                .readings().stream()
                        .filter(this::isJava)
                        .map(reading ->
                                reading.to(SINK).text().replaceAll("\\s+", " ").strip())
                        .toList();
    }

    private boolean isJava(Reading reading) {
        String body = reading.to(new Sink("f(", "\n);")).text();
        return javac.parse(new Source("A.java", "class A { void a() {" + body + "} }"))
                .errors()
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 + 1              | <1 + 1>
            a();               | <a()>
            a(); b             | a(); < b>
            a(); b;            | a(); < b>
            a(); // b          | a(); < // b>
            import a.B; new B() | < new B()>
            a(); new B() { }.c | a(); < new B() { }.c>
            { a(); } b         | { a(); } < b>
            """)
    void prefersLastExpressionAsValue(String text, String first) {
        assertThat(readings(text)).first().isEqualTo(first);
    }

    @Test
    void readsExpressionContinuedOrBegunAfterBrace() {
        assertThat(readings("int[] a = {1}; f(new int[] {2}).x"))
                .containsExactly("int[] a = {1}; < f(new int[] {2}).x>");
        assertThat(readings("a(); new B() { }.c")).containsExactly("a(); < new B() { }.c>");
        assertThat(readings("while (a) { b(); } c()"))
                .containsExactly("while (a) { b(); } < c()>", "while (a) { b(); } c() ;");
        assertThat(readings("new B() { } + c")).containsExactly("<new B() { } + c>");
    }

    @Test
    void triesStatementsLast() {
        assertThat(readings("a(); b();")).containsExactly("a(); < b()>", "a(); b();", "a(); b(); ;");
        assertThat(readings("if (a) { b(); }")).containsExactly("if (a) { b(); }", "if (a) { b(); } ;");
        assertThat(readings("int[] a = {1}"))
                .as("with a semicolon where one is needed after a brace")
                .containsExactly("int[] a = {1} ;");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            return 1;                      | { <1>return; }
            return 1                       | { <1>return; }
            if (a) return 1; else return 2; | if (a) { <1>return; } else { <2>return; }
            int b = 1; return b * (b + 1); | int b = 1; { <b * (b + 1)>return; }
            if (a) return; b();            | if (a) return; b();
            """)
    void usesReturnedValues(String text, String expected) {
        assertThat(readings(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Supplier<String> s = () -> { return \"a\"; };",
                "class A { int a() { return 1; } }",
                "Object o = new Object() { public int hashCode() { return 1; } };",
                "int returned = 1;",
                "String s = \"return 1;\";"
            })
    void ignoresReturnsOfLambdasAndMethods(String text) {
        assertThat(readings(text))
                .allMatch(reading -> reading.startsWith(text) || reading.equals("<" + text.replaceFirst(";$", ">")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            `import java.util.zip.*; new CRC32()`| import java.util.zip.*;
            import static java.lang.Math.abs;import a.B;abs(1) | import static java.lang.Math.abs;import a.B;
            important();                         | ``
            a(); import b.C;                     | ``
            """)
    void splitsLeadingImports(String text, String imports) {
        assertThat(SnippetReader.imports(text)).isEqualTo(imports);
    }
}
