// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.snippet.Question;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.SnippetException;
import io.microbench.watch.WatchedVersion.SnippetVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetVersionTest {

    private final List<String> notes = new ArrayList<>();

    private SnippetVersion version(Question question, Path folder) {
        return new SnippetVersion(SnippetVersion.single(question), notes::add, line -> {}, folder);
    }

    private static Question snippets(String... texts) {
        return Question.of(List.of(texts).stream().map(Snippet::of).toArray(Snippet[]::new));
    }

    @Test
    void rejectsSeveralSnippets() {
        assertThatThrownBy(() -> SnippetVersion.single(snippets("1", "2", "3")))
                .isInstanceOf(SnippetException.class)
                .hasMessage("Only one snippet can be watched, in one variant and with one value of each input.");
        assertThatThrownBy(() -> SnippetVersion.single(snippets()))
                .hasMessage("Only one snippet can be watched, in one variant and with one value of each input.");
    }

    @Test
    void rejectsInputWithSeveralValues() {
        Question question = snippets("n + m").withInputs(Map.of("n", List.of("1"), "m", List.of("1", "2")));

        assertThatThrownBy(() -> SnippetVersion.single(question))
                .isInstanceOf(SnippetException.class)
                .hasMessage("Only one snippet can be watched, in one variant and with one value of each input.");
    }

    @Test
    void watchesClassPathAndSnippetFile() {
        Path classes = Path.of("target", "classes");
        Path jar = Path.of("lib.jar");

        assertThat(SnippetVersion.files(snippets("Codec.encode()").withClassPath(List.of(classes, jar))))
                .containsExactly(classes.toString(), jar.toString());
        assertThat(SnippetVersion.files(snippets(" src/Sum.java ").withClassPath(List.of(jar))))
                .containsExactly("lib.jar", Path.of("src", "Sum.java").toString());
    }

    @Test
    void usesLabelAsTitle(@TempDir Path folder) {
        Question question = Question.of(Snippet.of("Math.sqrt(2.0)").labelled("root"));

        try (WatchedVersion version = version(question, folder)) {
            assertThat(version.prepare()).isEqualTo("root");
        }
    }

    @Test
    void reportsCompileErrorBeforeAnyFork(@TempDir Path folder) {
        try (WatchedVersion version = version(snippets("Math.sqroot(2)"), folder)) {
            assertThatThrownBy(version::prepare)
                    .isInstanceOf(SnippetException.class)
                    .hasMessageContaining("sqroot");
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void stripsFullStopOfFailure() {
        assertThat(WatchedVersion.Measured.failed("boom.").failure()).contains("boom");
        assertThat(WatchedVersion.Measured.failed("boom").failure()).contains("boom");
        assertThat(WatchedVersion.Measured.failed("v1.2 is missing").failure()).contains("v1.2 is missing");
    }
}
