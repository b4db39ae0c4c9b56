// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.Question.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetCacheTest {

    private static final Snippet SNIPPET = Snippet.of("java.lang.Math::abs(int:1)");

    @TempDir
    Path folder;

    private Path snippets;

    @BeforeEach
    void place() {
        snippets = folder.resolve("cache/snippets");
    }

    private Ready compile() throws IOException {
        Path own = Files.createTempDirectory(folder, "run");
        return Compilation.of(Question.of(SNIPPET).withCache(snippets), own)
                .first()
                .get(0);
    }

    private Path only() throws IOException {
        try (Stream<Path> kept = Files.list(snippets)) {
            List<Path> all = kept.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    @Test
    void findsStoredSnippet() throws Exception {
        Ready first = compile();
        Ready second = compile();

        assertThat(first.classes()).isNotEqualTo(only());
        assertThat(second.classes()).isEqualTo(only());
        assertThat(second.source()).isEqualTo(first.source()).contains("java.lang.Math.abs(argument1)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MicrobenchSnippet.class", "source.txt", "sums.txt"})
    void recompilesDamagedSnippet(String name) throws Exception {
        compile();
        Path damaged = only().resolve(name);
        byte[] whole = Files.readAllBytes(damaged);
        Files.write(damaged, new byte[whole.length / 2]);

        assertThat(compile().classes()).isNotEqualTo(only());
        assertThat(damaged).hasBinaryContent(whole);
        assertThat(compile().classes()).isEqualTo(only());

        Files.delete(damaged);
        assertThat(compile().classes()).isNotEqualTo(only());
        assertThat(compile().classes()).isEqualTo(only());
    }

    @Test
    void compilesEachTimeWithoutWritableCache() throws Exception {
        Files.createDirectories(snippets.getParent());
        Files.writeString(snippets, "no folder");

        assertThat(compile().source()).isEqualTo(compile().source());
        assertThat(snippets).hasContent("no folder");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no such time there")
    void detectsChangedClassOfSameSizeAndTime() throws Exception {
        Path type = Files.writeString(
                Files.createDirectory(folder.resolve("classes")).resolve("A.class"), "a");
        FileTime time = Files.getLastModifiedTime(type);
        Question question =
                Question.of(SNIPPET).withClassPath(List.of(type.getParent())).withCache(snippets);
        SnippetCache cache = new SnippetCache(snippets, question);
        Path before = cache.folder(SNIPPET, Variant.HERE).orElseThrow();

        Files.writeString(type, "b");
        Files.setLastModifiedTime(type, time);

        assertThat(cache.folder(SNIPPET, Variant.HERE).orElseThrow()).isNotEqualTo(before);
    }

    @Test
    void distinguishesClassPaths() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Question question = Question.of(SNIPPET).withClassPath(List.of(classes)).withCache(snippets);
        SnippetCache cache = new SnippetCache(snippets, question);
        Path before = cache.folder(SNIPPET, Variant.HERE).orElseThrow();
        Files.writeString(classes.resolve("A.class"), "a");

        assertThat(cache.folder(SNIPPET, Variant.HERE).orElseThrow()).isNotEqualTo(before);
        assertThat(cache.folder(Snippet.of("Sum.java"), Variant.HERE)).isEmpty();
    }
}
