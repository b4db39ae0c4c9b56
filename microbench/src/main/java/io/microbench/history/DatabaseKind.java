// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of stores that are not folders, by what their addresses begin with; a new kind is an entry here. */
enum DatabaseKind {
    JDBC("jdbc:", "a JDBC URL, which begins with jdbc:, such as jdbc:postgresql://host/database") {
        @Override
        HistoryStore open(String address) {
            return JdbcHistory.open(address);
        }
    };

    private final String prefix;
    private final String accepted;

    DatabaseKind(String prefix, String accepted) {
        this.prefix = prefix;
        this.accepted = accepted;
    }

    /** Returns the kind of an address; empty for a folder, and for an address of no known kind. */
    static Optional<DatabaseKind> of(String place) {
        return Arrays.stream(values())
                .filter(kind -> place.startsWith(kind.prefix))
                .findFirst();
    }

    /** Returns whether a place begins like an address, known or not: with a word before a colon. A drive has one letter. */
    static boolean looksLikeAddress(String place) {
        return place.strip().matches("(?s)[A-Za-z][A-Za-z0-9+.-]+\\s*:.*");
    }

    /** Returns what an address of this kind looks like, for messages. */
    String accepted() {
        return accepted;
    }

    /**
     * Opens the store at an address of this kind.
     *
     * @throws HistoryException if it cannot be opened
     */
    abstract HistoryStore open(String address);
}
