// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A compiled snippet in a cache, and all of its files as one document, for tests that damage it. */
public final class KeptSnippet {

    private static final List<String> TEXTS = List.of("sums.txt", "source.txt", "unused.txt");
    private static final String CLASS = "MicrobenchSnippet.class";

    private final Path kept;

    private KeptSnippet(Path kept) {
        this.kept = kept;
    }

    /** Compiles a snippet into a cache in the given folder. */
    public static KeptSnippet in(Path folder) throws IOException {
        Path cache = folder.resolve("snippets");
        Question question = Question.of(Snippet.of("java.lang.Math::abs(int:1)").init("3 + 4"))
                .withCache(cache);
        Compilation.of(question, Files.createDirectory(folder.resolve("compiled")));
        try (Stream<Path> all = Files.list(cache)) {
            return new KeptSnippet(all.findFirst().orElseThrow());
        }
    }

    /** Returns the texts, each followed by a zero byte, and then the class. */
    public byte[] document() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String name : TEXTS) {
            all.write(Files.readAllBytes(kept.resolve(name)));
            all.write(0);
        }
        all.write(Files.readAllBytes(kept.resolve(CLASS)));
        return all.toByteArray();
    }

    /**
     * Puts the files of a document into the cache and looks the snippet up there.
     *
     * @param summed whether to update the checksums, which disk damage would not do
     * @throws SnippetException if the snippet has to be compiled again
     */
    public void read(byte[] document, boolean summed) throws IOException {
        Files.createDirectories(kept);
        int from = 0;
        for (String name : TEXTS) {
            int end = from;
            while (end < document.length && document[end] != 0) {
                end++;
            }
            Files.write(kept.resolve(name), Arrays.copyOfRange(document, from, end));
            from = Math.min(end + 1, document.length);
        }
        Files.write(kept.resolve(CLASS), Arrays.copyOfRange(document, from, document.length));
        if (summed) {
            Files.writeString(kept.resolve(TEXTS.get(0)), SnippetCache.sums(kept), StandardCharsets.UTF_8);
        }
        Compilation.Ready ready = SnippetCache.found(kept)
                .orElseThrow(() -> new SnippetException("The snippet in " + kept + " is not the stored one."));
        assertThat(ready.unused()).doesNotContainNull();
        assertThat(ready.source().lines()).doesNotContainNull();
    }
}
