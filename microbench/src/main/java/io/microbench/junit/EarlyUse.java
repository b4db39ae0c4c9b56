/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.forks.FirstUse;
import io.microbench.result.Environment;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Makes the first use of what every run needs, in a thread of its own, while the classes of a suite are discovered; see {@link
 * FirstUse}. It has ended before anything is measured.
 */
final class EarlyUse implements AutoCloseable {

    private final Thread thread = new Thread(EarlyUse::run, "microbench-early-use");

    private EarlyUse() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Begins, and returns at once. */
    static EarlyUse begin() {
        return new EarlyUse();
    }

    private static void run() {
        try {
            RecordJson.line(new RunRecord(
                    RunRecord.SCHEMA_VERSION,
                    "",
                    Instant.EPOCH,
                    Optional.empty(),
                    Environment.builder().build(),
                    List.of(),
                    List.of(),
                    Optional.empty()));
            FirstUse.run();
        } catch (IOException | RuntimeException e) {
            // The run needs the same, and reports what is wrong with it.
        }
    }

    /** Waits for the end. */
    @Override
    public void close() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
