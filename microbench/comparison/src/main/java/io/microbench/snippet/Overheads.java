/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import java.util.List;
import java.util.Optional;

/** Relates codes to those that do nothing, which were measured like them: with the same inputs, and with hooks or without. */
final class Overheads {

    private final List<CodeCase> empty;

    Overheads(List<CodeCase> all) {
        this.empty = all.stream().filter(CodeCase::isEmpty).toList();
    }

    /** Returns the result of a code, with its overhead where that was measured. */
    CodeResult result(CodeCase one) {
        Optional<CodeResult> nothing = empty.stream()
                .filter(other ->
                        other.isHooked() == one.isHooked() && other.inputs().equals(one.inputs()))
                .map(CodeCase::result)
                .filter(CodeResult::isMeasured)
                .findFirst();
        CodeResult result = one.result();
        return nothing.filter(other -> result.isMeasured())
                .map(other -> result.over(other.nanos()))
                .orElse(result);
    }
}
