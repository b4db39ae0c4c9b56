/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import java.util.List;
import java.util.Optional;

/**
 * Relates snippets to those that do nothing, which were measured like them: in the same variant, with the same inputs, by
 * as many workers, and with hooks or without.
 */
final class Overheads {

    private final List<SnippetCase> empty;

    Overheads(List<SnippetCase> all) {
        this.empty =
                all.stream().filter(one -> one.isEmpty() && !one.isOfLatency()).toList();
    }

    /** Returns the result of a snippet, with its overhead where that was measured. */
    SnippetResult result(SnippetCase one) {
        Optional<SnippetResult> nothing = empty.stream()
                .filter(other -> other.isHooked() == one.isHooked()
                        && other.variant().equals(one.variant())
                        && other.workers() == one.workers()
                        && other.inputs().equals(one.inputs()))
                .map(SnippetCase::result)
                .filter(SnippetResult::isMeasured)
                .findFirst();
        SnippetResult result = one.result();
        return nothing.filter(other -> result.isMeasured())
                .map(other -> result.over(other.nanos()))
                .orElse(result);
    }
}
