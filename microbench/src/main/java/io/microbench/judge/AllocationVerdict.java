// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.microbench.text.Numbers;
import java.util.Locale;

/**
 * Classifies the change of the bytes that one operation allocates.
 *
 * @param change direction of the change
 * @param baselineBytes bytes per operation in the baseline
 * @param candidateBytes bytes per operation in the candidate
 */
public record AllocationVerdict(
        Change change,
        @JsonAlias("oldBytes") double baselineBytes,
        @JsonAlias("newBytes") double candidateBytes) {

    /** Returns the change in words: {@code allocates more: 16.000 -> 24.000 B/op}. */
    public String text() {
        return "allocates " + change.name().toLowerCase(Locale.ROOT) + ": " + bytes(baselineBytes, candidateBytes);
    }

    /** Formats two numbers of bytes per operation, those of the baseline first. */
    static String bytes(double from, double to) {
        return Numbers.score(from) + " -> " + Numbers.score(to) + " B/op";
    }

    /** The direction of a change of allocation. */
    public enum Change {
        LESS,
        SAME,
        MORE
    }
}
