// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LexerTest {

    /** Returns the statements of a text, and the rest, if it is not blank. */
    private static List<String> statements(String text) {
        List<String> found = new ArrayList<>();
        int begin = 0;
        for (int end : Lexer.ends(text)) {
            found.add(text.substring(begin, end).strip());
            begin = end;
        }
        if (!text.substring(begin).isBlank()) {
            found.add(text.substring(begin).strip());
        }
        return found;
    }

    @Test
    void endsStatementsAtOutermostLevel() {
        assertThat(statements("a(); b[1] = 2; { c(); } d")).containsExactly("a();", "b[1] = 2;", "{ c(); }", "d");
        assertThat(statements("for (int i = 0; i < 3; i++) { a(); b(); } c();"))
                .containsExactly("for (int i = 0; i < 3; i++) { a(); b(); }", "c();");
        assertThat(statements("run(() -> { a(); }); b")).containsExactly("run(() -> { a(); });", "b");
        assertThat(Lexer.ends("")).isEmpty();
        assertThat(Lexer.ends("a + b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a(\"x;y}\");",
                "a(\"\\\";}\");",
                "a(';', '}', '\\'', '\"');",
                "a( // b; }\n );",
                "a( /* b; } \" */ );",
                "a(\"\"\"\n  \"b\"; } \"\"\");",
                "a(\"\"\"\n  \\\"\"\"; } \"\"\");",
            })
    void ignoresStringsCommentsAndTextBlocks(String statement) {
        assertThat(statements(statement + " b")).containsExactly(statement, "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a(\"; b", "a(/* ; b", "a(\"\"\" ; \\", "a(';", "a { ; b", "// ; b"})
    void findsNoEndOfUnclosedText(String text) {
        assertThat(Lexer.ends(text)).isEmpty();
    }

    @Test
    void endsUnclosedStringWithItsLine() {
        assertThat(statements("a = \"b;\nc; d")).containsExactly("a = \"b;\nc;", "d");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a();            | false
            a(); // done    | true
            a()             | true
            a(); b()        | true
            { a(); }        | true
            """)
    void detectsMissingSemicolon(String text, boolean lacking) {
        assertThat(Lexer.lacking(text).contains(";")).isEqualTo(lacking);
    }

    @Test
    void ignoresBlanksAfterSemicolon() {
        assertThat(Lexer.lacking("a(); \n\t")).isEqualTo("\n");
    }

    @Test
    void addsSemicolonOnNewLineAfterComment() {
        assertThat("a() // b" + Lexer.lacking("a() // b")).isEqualTo("a() // b\n;\n");
    }

    @Test
    void splitsAtOtherCharacters() {
        assertThat(Lexer.after(",", "a, f(b, c), \"d,\", ','")).containsExactly(2, 11, 17);
    }
}
