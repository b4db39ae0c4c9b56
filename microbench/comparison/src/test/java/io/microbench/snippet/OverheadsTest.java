// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.RowBaselines.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverheadsTest {

    @TempDir
    Path folder;

    private static SnippetCase measured(Question question, int snippet, String n, double nanos) {
        SnippetCase one = new SnippetCase(
                question,
                new Row(snippet, question.snippets().get(snippet).name(), Question.Variant.HERE),
                Map.of("n", n));
        one.add(MadeFork.of(nanos, Map.of()));
        return one;
    }

    @Test
    void measuresEmptySnippetsLikeOthers() {
        Snippet plain = Snippet.of("a");
        Snippet hooked = Snippet.of("b").after("c");

        assertThat(Question.of(plain, plain).withOverhead().snippets()).containsExactly(plain, plain, Snippet.EMPTY);
        assertThat(Question.of(hooked).withOverhead().snippets()).containsExactly(hooked, Snippet.EMPTY_HOOKED);
        assertThat(Question.of(hooked, plain).withOverhead().snippets())
                .containsExactly(hooked, plain, Snippet.EMPTY, Snippet.EMPTY_HOOKED);
        assertThat(Outline.of(Question.of(hooked, plain).withOverhead())).containsEntry("Snippets", "2, and 2 empty");
    }

    @Test
    void compilesEmptySnippets() {
        List<Snippet> snippets = new ArrayList<>(List.of(Snippet.EMPTY, Snippet.EMPTY_HOOKED));

        assertThat(Compilation.of(Question.of(snippets.toArray(Snippet[]::new)), folder)
                        .first())
                .hasSize(2)
                .allSatisfy(ready -> assertThat(ready.source().replaceAll("\\s+", ""))
                        .contains("publicvoidcall(org.openjdk.jmh.infra.Blackholeblackhole)throwsThrowable{;}")
                        .doesNotContain("before"));
    }

    @Test
    void assignsOverheadByHooksAndInputs() {
        Question question =
                Question.of(Snippet.of("a"), Snippet.of("b").before("c")).withOverhead();
        List<SnippetCase> all = new ArrayList<>();
        double nanos = 100;
        for (int snippet = 0; snippet < question.snippets().size(); snippet++) {
            for (String n : List.of("1", "2")) {
                all.add(measured(question, snippet, n, nanos));
                nanos -= 10;
            }
        }

        assertThat(all.subList(0, 4).stream()
                        .map(one -> AnswerSummary.withOverhead(one, all).net()))
                .extracting(net -> net.orElse(-1))
                .satisfiesExactly(
                        a1 -> assertThat(a1).isCloseTo(100 - 60, Offset.offset(1e-6)),
                        a2 -> assertThat(a2).isCloseTo(90 - 50, Offset.offset(1e-6)),
                        b1 -> assertThat(b1).isCloseTo(80 - 40, Offset.offset(1e-6)),
                        b2 -> assertThat(b2).isCloseTo(70 - 30, Offset.offset(1e-6)));
    }

    @Test
    void hasNoOverheadWithoutEmptySnippet() {
        Question question = Question.of(Snippet.of("a"));
        SnippetCase alone = measured(question, 0, "1", 100);

        assertThat(AnswerSummary.withOverhead(alone, List.of(alone)).net()).isEmpty();
    }
}
