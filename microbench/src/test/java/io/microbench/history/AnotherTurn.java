// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.JdbcHistory.FileMutex;
import java.io.IOException;
import java.sql.SQLException;

/**
 * A process that tries to lock the file for each line that it reads, prints {@code t} (taken) or {@code r} (refused),
 * and holds the lock until the next line.
 */
final class AnotherTurn {

    private AnotherTurn() {}

    public static void main(String[] arguments) throws IOException {
        while (System.in.read() >= 0) {
            try {
                FileMutex.run(arguments[0], AnotherTurn::takeUntilTheNextLine);
            } catch (SQLException e) {
                answer('r');
            }
        }
    }

    private static int takeUntilTheNextLine() throws SQLException {
        answer('t');
        try {
            return System.in.read();
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }

    private static void answer(char what) {
        System.out.print(what);
        System.out.flush();
    }
}
