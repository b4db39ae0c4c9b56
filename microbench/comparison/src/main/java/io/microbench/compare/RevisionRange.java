// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import java.util.Optional;

/**
 * Two revisions of one repository, in git's notation {@code baseline..candidate}; a missing side is {@code HEAD}.
 *
 * @param baseline the earlier revision
 * @param candidate the later revision
 */
public record RevisionRange(String baseline, String candidate) {

    private static final String DOTS = "..";

    /** Parses a range; returns empty if the text is not a range. */
    public static Optional<RevisionRange> parse(String text) {
        int dots = text.indexOf(DOTS);
        if (dots < 0 || text.equals(DOTS) || text.contains("...") || text.contains("/..") || text.startsWith("../")) {
            return Optional.empty();
        }
        return Optional.of(
                new RevisionRange(orHead(text.substring(0, dots)), orHead(text.substring(dots + DOTS.length()))));
    }

    private static String orHead(String revision) {
        return revision.isBlank() ? "HEAD" : revision.strip();
    }
}
