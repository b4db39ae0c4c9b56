// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.forks.LocalForks;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.fork.Handover;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The class paths of the forks of a question, one for each set of libraries; each jar is read once. */
final class ForkClassPaths {

    private final Question question;
    private final Map<Map<String, Path>, List<String>> known = new LinkedHashMap<>();

    ForkClassPaths(Question question) {
        this.question = question;
    }

    /** Returns the class path of the forks of a variant. */
    synchronized List<String> of(Variant variant) {
        return known.computeIfAbsent(
                variant.libraries(),
                libraries -> LocalForks.classPath(
                        Handover.class,
                        question.classPath(variant).stream().map(Path::toString).toList()));
    }
}
