/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** The kinds of stores that are not folders, by what their addresses begin with; a new kind is an entry here. */
enum DatabaseKind {
    JDBC("jdbc:", "a JDBC URL, which begins with jdbc:, such as jdbc:postgresql://host/database", JdbcHistory::open);

    private final String prefix;
    private final String accepted;
    private final Function<String, HistoryStore> opening;

    DatabaseKind(String prefix, String accepted, Function<String, HistoryStore> opening) {
        this.prefix = prefix;
        this.accepted = accepted;
        this.opening = opening;
    }

    /** Returns the kind of an address; empty for a folder, and for an address of no known kind. */
    static Optional<DatabaseKind> of(String place) {
        return Arrays.stream(values())
                .filter(kind -> place.startsWith(kind.prefix))
                .findFirst();
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
    HistoryStore open(String address) {
        return opening.apply(address);
    }
}
