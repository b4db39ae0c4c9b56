// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.util.List;
import java.util.Optional;

/**
 * A line that a {@link ForkHostService} sends.
 *
 * @param kind its kind
 * @param text {@link Kind#REPLIED} and {@link Kind#PRINTED}: the line; {@link Kind#REFUSED}: why
 * @param missing {@link Kind#MISSING}: the entries of the class path that the node does not have
 * @param exitCode {@link Kind#ENDED}: of the host's JVM, if known
 */
record HostNews(Kind kind, String text, List<PathEntry> missing, Optional<Integer> exitCode) {

    /** The kind of a line. */
    enum Kind {
        /** Entries of the class path are missing; nothing was started. */
        MISSING,
        /** The host cannot be started. */
        REFUSED,
        /** The host has been started. */
        STARTED,
        /** The host answered. */
        REPLIED,
        /** The host printed something. */
        PRINTED,
        /** The host has ended. */
        ENDED
    }

    HostNews {
        missing = List.copyOf(missing);
    }

    static HostNews of(Kind kind, String text) {
        return new HostNews(kind, text, List.of(), Optional.empty());
    }

    static HostNews missing(LocalClassPath found) {
        return new HostNews(Kind.MISSING, String.join("; ", found.problems()), found.missing(), Optional.empty());
    }

    static HostNews ended(Optional<Integer> exitCode) {
        return new HostNews(Kind.ENDED, "", List.of(), exitCode);
    }
}
