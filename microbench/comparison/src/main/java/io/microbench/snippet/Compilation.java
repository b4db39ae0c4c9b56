// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Question.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The compiled snippets of a question, once for each set of libraries: the same text may call different methods in
 * different versions of a library.
 */
final class Compilation {

    /**
     * A snippet that can be measured.
     *
     * @param classes the folder of its class
     * @param source the source of the class
     * @param unused values that it computes but does not use
     */
    record Ready(Path classes, String source, List<String> unused) {}

    private final Map<Map<String, Path>, List<Ready>> byLibraries = new LinkedHashMap<>();

    private Compilation() {}

    /**
     * Compiles into folders within the given one.
     *
     * @throws SnippetException for the first snippet that does not compile
     */
    static Compilation of(Question question, Path folder) {
        Compilation all = new Compilation();
        List<Variant> variants = question.distinctLibraries();
        for (Variant variant : variants) {
            Path own = folder.resolve("libraries-" + all.byLibraries.size());
            try {
                all.byLibraries.put(variant.libraries(), compile(question, variant, own));
            } catch (SnippetException e) {
                throw variants.size() == 1
                        ? e
                        : new SnippetException(
                                e.getMessage() + System.lineSeparator() + "This is variant " + variant.name() + ".");
            }
        }
        return all;
    }

    private static List<Ready> compile(Question question, Variant variant, Path folder) {
        Optional<SnippetCache> cache = question.cache().map(path -> new SnippetCache(path, question));
        List<Ready> all = new ArrayList<>();
        Optional<SnippetCompiler> compiler = Optional.empty();
        try {
            for (Snippet snippet : question.snippets()) {
                Optional<Path> kept = cache.flatMap(c -> c.folder(snippet, variant));
                Optional<Ready> found = kept.flatMap(SnippetCache::found);
                if (found.isPresent()) {
                    all.add(found.get());
                } else {
                    Path own = Files.createDirectories(folder.resolve("snippet-" + all.size()));
                    compiler = Optional.of(compiler.orElseGet(() -> new SnippetCompiler(question, variant)));
                    Ready compiled = compiler.get().compile(snippet, own);
                    kept.ifPresent(target -> SnippetCache.keep(compiled, target));
                    all.add(compiled);
                }
            }
            return List.copyOf(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            compiler.ifPresent(SnippetCompiler::close);
        }
    }

    /** Returns the snippets in the order of the question, compiled with the libraries of a variant. */
    List<Ready> of(Variant variant) {
        List<Ready> all = byLibraries.get(variant.libraries());
        if (all == null) {
            throw new IllegalArgumentException("No variant of this question: " + variant);
        }
        return all;
    }

    List<Ready> first() {
        return byLibraries.values().iterator().next();
    }
}
