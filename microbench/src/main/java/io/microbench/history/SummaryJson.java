// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads and writes a run's summary: the files of a history folder and of baselines. */
final class SummaryJson {

    /** The version that is written. */
    static final int SCHEMA_VERSION = 1;

    private static final StoredJson<Versioned> STORED =
            new StoredJson<>("run summary", SCHEMA_VERSION, Versioned.class);

    private SummaryJson() {}

    /** The summary with its version in front, where a reader finds it first. */
    private record Versioned(
            int schemaVersion,
            String id,
            Instant time,
            Optional<String> commit,
            boolean dirty,
            Optional<String> branch,
            Fingerprint environment,
            List<CaseSummary> cases) {

        RunSummary summary() {
            return new RunSummary(id, time, commit, dirty, branch, environment, cases);
        }
    }

    static byte[] write(RunSummary run) {
        return STORED.write(new Versioned(
                SCHEMA_VERSION,
                run.id(),
                run.time(),
                run.commit(),
                run.dirty(),
                run.branch(),
                run.environment(),
                run.cases()));
    }

    /**
     * Reads a file.
     *
     * @throws HistoryException if it cannot be read or is not a summary that this version understands
     */
    static RunSummary read(Path file) {
        return parse(file, bytes(file));
    }

    /**
     * Returns the content of a file that {@link #parse} reads.
     *
     * @throws HistoryException if it cannot be read or is too large
     */
    static byte[] bytes(Path file) {
        return STORED.bytes(file);
    }

    /**
     * Reads the content of a file.
     *
     * @throws HistoryException if it is not a summary that this version understands
     */
    static RunSummary parse(Path file, byte[] bytes) {
        return STORED.parse(file, bytes, Versioned::summary);
    }
}
