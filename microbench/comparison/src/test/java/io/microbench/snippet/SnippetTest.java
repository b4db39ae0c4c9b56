// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Snippet.Part;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetTest {

    private static final Snippet ALL = new Snippet("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");

    private static List<String> parts(Snippet snippet) {
        return Arrays.stream(Part.values()).map(snippet::part).toList();
    }

    @Test
    void returnsPartsByName() {
        assertThat(parts(ALL)).containsExactly("a", "c", "d", "e", "f", "g", "h", "i", "j");
        assertThat(parts(Snippet.of("a"))).containsExactly("a", "", "", "", "", "", "", "", "");
    }

    @Test
    void namesParts() {
        assertThat(Arrays.stream(Part.values()).map(Part::words))
                .containsExactly(
                        "snippet", "init", "init-worker", "done", "accumulate", "before", "before", "after", "after");
    }

    @Test
    void changesOnlyOnePart() {
        assertThat(ALL.labelled("x")).isEqualTo(new Snippet("a", "x", "c", "d", "e", "f", "g", "h", "i", "j"));
        assertThat(ALL.init("x")).isEqualTo(new Snippet("a", "b", "x", "d", "e", "f", "g", "h", "i", "j"));
        assertThat(ALL.initWorker("x")).isEqualTo(new Snippet("a", "b", "c", "x", "e", "f", "g", "h", "i", "j"));
        assertThat(ALL.before("x")).isEqualTo(new Snippet("a", "b", "c", "d", "e", "f", "g", "x", "i", "j"));
        assertThat(ALL.after("x")).isEqualTo(new Snippet("a", "b", "c", "d", "e", "f", "g", "h", "x", "j"));
        assertThat(ALL.within("x", "y")).isEqualTo(new Snippet("a", "b", "c", "d", "e", "f", "x", "h", "i", "y"));
    }

    @Test
    void usesTextInOneLineAsNameWithoutLabel() {
        assertThat(Snippet.of("\n  int a = 1;\n\treturn a;  ").name()).isEqualTo("int a = 1; return a;");
        assertThat(ALL.name()).isEqualTo("b");
    }

    @Test
    void keepsNameInReportsWithOtherText() {
        Snippet other = Snippet.of("Math::abs").withText("java.lang.Math.abs(argument1)");

        assertThat(other.text()).isEqualTo("java.lang.Math.abs(argument1)");
        assertThat(other.name()).isEqualTo("Math::abs");
    }

    @Test
    void truncatesLongNameInMessages() {
        assertThat(Snippet.quoted("a".repeat(80))).isEqualTo("\"" + "a".repeat(80) + "\"");
        assertThat(Snippet.quoted("a".repeat(81))).isEqualTo("\"" + "a".repeat(77) + "...\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sum.java", "  src/com/acme/Sum.java\n", "C:\\work\\Sum.java"})
    void recognisesSourceFile(String text) {
        assertThat(Snippet.of(text).file()).contains(Path.of(text.strip()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 + 1", "Path.of(\"Sum.java\")", "run()\n// Sum.java", "Sum.javac"})
    void treatsOtherTextAsSnippet(String text) {
        assertThat(Snippet.of(text).file()).isEmpty();
    }

    @Test
    void treatsBlankHookAsMissing() {
        assertThat(Snippet.of("1").before(" \n").after("\t").isHooked()).isFalse();
        assertThat(Snippet.of("1").within("", "a").isHooked()).isTrue();
        assertThat(Snippet.of("1").init("a").initWorker("b").isHooked()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"result.size(), true", "check(result), true", "results.size(), false", "a.myresult(), false"})
    void detectsUseOfResult(String after, boolean used) {
        assertThat(Snippet.of("1").after(after).isResultUsed()).isEqualTo(used);
        assertThat(Snippet.of("1").within("", after).isResultUsed()).isEqualTo(used);
        assertThat(Snippet.of("1").before(after).isResultUsed()).isFalse();
    }
}
