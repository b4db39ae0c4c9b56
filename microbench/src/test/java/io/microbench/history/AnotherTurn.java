// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.io.IOException;
import java.sql.SQLException;

/** A process that tries to take the turn for each line that it reads, prints {@code t} or {@code r}, and keeps what it takes. */
final class AnotherTurn {

    private AnotherTurn() {}

    public static void main(String[] arguments) throws IOException {
        while (System.in.read() >= 0) {
            try {
                FileTurn.take(arguments[0]);
                System.out.print('t');
            } catch (SQLException e) {
                System.out.print('r');
            }
            System.out.flush();
        }
    }
}
