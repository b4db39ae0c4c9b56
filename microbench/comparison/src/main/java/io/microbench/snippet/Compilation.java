/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.snippet.SnippetCompiler.Compiled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles all snippets of a question, or finds them where they were kept. */
final class Compilation {

    /**
     * A snippet that can be measured.
     *
     * @param classes the folder of its class
     * @param source the class
     * @param notes notes for the user
     * @param unused values that it computes and that are not used
     */
    record Ready(Path classes, String source, List<String> notes, List<String> unused) {}

    private Compilation() {}

    /**
     * Compiles into folders within the given one.
     *
     * @throws SnippetException for the first snippet that does not compile
     */
    static List<Ready> all(Question question, Path folder) {
        Optional<SnippetCache> cache = question.cache().map(path -> new SnippetCache(path, question));
        List<Ready> all = new ArrayList<>();
        Optional<SnippetCompiler> compiler = Optional.empty();
        try {
            for (Snippet snippet : question.snippets()) {
                Optional<Path> kept = cache.flatMap(c -> c.folder(snippet));
                Optional<Ready> found = kept.flatMap(SnippetCache::found);
                if (found.isPresent()) {
                    all.add(found.get());
                } else {
                    Path own = Files.createDirectories(folder.resolve("snippet-" + all.size()));
                    compiler = Optional.of(compiler.orElseGet(() -> new SnippetCompiler(question)));
                    Compiled compiled = compiler.get().compile(snippet, own);
                    kept.ifPresent(target -> SnippetCache.keep(own, compiled, target));
                    all.add(new Ready(own, compiled.source(), compiled.notes(), compiled.unused()));
                }
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            compiler.ifPresent(SnippetCompiler::close);
        }
    }
}
