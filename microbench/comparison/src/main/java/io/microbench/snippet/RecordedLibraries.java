// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.CaseResult;
import io.microbench.result.Library;
import io.microbench.snippet.Question.Variant;
import io.microbench.text.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Describes libraries for the record, with digests of their files; each set is read once, while no fork measures. */
final class RecordedLibraries {

    private final Map<Map<String, Path>, List<Library>> known = new HashMap<>();

    /** Returns the libraries of a variant in the order of its class path. */
    List<Library> of(Variant variant) {
        return known.computeIfAbsent(variant.libraries(), RecordedLibraries::read);
    }

    private static List<Library> read(Map<String, Path> libraries) {
        List<Library> all = new ArrayList<>();
        libraries.forEach((name, file) -> {
            try {
                all.add(new Library(name, Sha256.of(file)));
            } catch (IOException e) {
                throw new UncheckedIOException("The library " + name + " cannot be read any more (" + e + ")", e);
            }
        });
        return all;
    }

    /** Returns the same result with the libraries of its variant in the plan. */
    CaseResult with(Variant variant, CaseResult result) {
        List<Library> its = of(variant);
        return its.isEmpty()
                ? result
                : new CaseResult(
                        result.id(),
                        result.plan().toBuilder().libraries(its).build(),
                        result.status(),
                        result.reason(),
                        result.score(),
                        result.secondary(),
                        result.forks());
    }
}
