// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Retries, for a bounded time, operations that another process blocks.
 *
 * <p>H2 opens a file for one process at a time and refuses all others immediately. A server may be starting, out of
 * connections, or abort one of two deadlocked transactions. Random pauses keep processes from retrying together.
 */
final class Patience {

    interface Attempt<T> {
        T run() throws SQLException;
    }

    /** How long a run of a few hundred milliseconds waits for sixteen others on a busy machine, several times over. */
    static final Duration LONGEST = Duration.ofSeconds(60);

    private static final int FIRST_PAUSE = 20;
    private static final int LONGEST_PAUSE = 500;

    /** H2's code for a file that another process has. */
    static final int BUSY_FILE = 90020;

    /** H2: the file is in use, being closed, or was closed; a lock was waited for in vain. */
    private static final Set<Integer> CODES_OF_H2 = Set.of(BUSY_FILE, 90098, 90121, 50200);

    /** PostgreSQL: no connection left, starting up or going down; both: one of two transactions was given up. */
    private static final Set<String> STATES = Set.of("53300", "57P03", "40001", "40P01");

    private Patience() {}

    /**
     * Runs it, and again while it fails because of others.
     *
     * @throws SQLException what it fails with, if that is not the others' doing, or the time is over
     */
    static <T> T run(Attempt<T> attempt) throws SQLException {
        long start = System.nanoTime();
        int pause = FIRST_PAUSE;
        while (true) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                if (!isBusy(e) || System.nanoTime() - start > LONGEST.toNanos() || !sleep(pause)) {
                    throw e;
                }
                pause = Math.min(LONGEST_PAUSE, 2 * pause);
            }
        }
    }

    /** Returns whether something fails because others are in the way at the moment. */
    static boolean isBusy(SQLException e) {
        return CODES_OF_H2.contains(e.getErrorCode()) || STATES.contains(String.valueOf(e.getSQLState()));
    }

    private static boolean sleep(int most) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(most / 2, most));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
