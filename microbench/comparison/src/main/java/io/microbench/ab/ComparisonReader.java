/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.report.Repeat;
import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordSchema;
import io.microbench.result.UnreadableRunException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads what an interleaved comparison came to back from its folder. */
public final class ComparisonReader {

    /** The largest record that is read, 64 MiB: more than 50,000 cases. A larger one is not one of ours. */
    private static final long MAX_BYTES = 64 << 20;

    private static final RecordSchema SCHEMA = RecordSchema.beside(ComparisonReader.class, "comparison.schema.json");

    /** Version 1 calls the two sides old and new; the records of the judge accept those names as aliases. */
    private static final RecordSchema SCHEMA_1 =
            RecordSchema.beside(ComparisonReader.class, "comparison-1.schema.json");

    /** What is read of a {@link ComparisonRecord} of any version. */
    private record Stored(Optional<RunComparison> comparison, Optional<Limits> limits, Optional<String> command) {}

    private ComparisonReader() {}

    /** Returns whether the folder is that of an interleaved comparison. */
    public static boolean isComparison(Path folder) {
        return Files.isRegularFile(folder.resolve(ComparisonFolder.RECORD));
    }

    /** Returns the folder of the candidate's run. */
    public static Path candidateRun(Path folder) {
        return folder.resolve(Side.CANDIDATE.folder());
    }

    /**
     * Reads the comparison in a folder.
     *
     * @throws UnreadableRunException if there is none, it has not come to its end, it is damaged, or a newer version
     *     wrote it
     */
    public static RunComparison read(Path folder) {
        Path file = folder.resolve(ComparisonFolder.RECORD);
        RunComparison comparison = stored(file)
                .comparison()
                .orElseThrow(() -> new UnreadableRunException(file
                        + ": the comparison did not come to its end. Its two runs can" + " be read: "
                        + folder.resolve(Side.BASELINE.folder()) + ", " + folder.resolve(Side.CANDIDATE.folder())));
        requireTested(file, comparison);
        return comparison;
    }

    /**
     * Reads how the comparison in a folder was judged and with which command it can be made again; empty where the folder does not have it.
     *
     * @throws UnreadableRunException as {@link #read} does
     */
    public static Optional<Repeat> repeat(Path folder) {
        Stored stored = stored(folder.resolve(ComparisonFolder.RECORD));
        return stored.limits().map(limits -> new Repeat(limits.band(), stored.command()));
    }

    /** A newer version may be laid out so differently that nothing else of it can be read. */
    private static void requireKnown(Path file, int version) {
        if (version > ComparisonRecord.SCHEMA_VERSION) {
            throw new UnreadableRunException(file + ": schema version " + version
                    + " was written by a newer Microbench; this one reads up to " + ComparisonRecord.SCHEMA_VERSION);
        }
    }

    /** A verdict that was tested rests on forks of both sides. */
    private static void requireTested(Path file, RunComparison comparison) {
        for (CaseVerdict verdict : comparison.verdicts()) {
            if (!Double.isNaN(verdict.p()) && Math.min(verdict.baselineForks(), verdict.candidateForks()) < 1) {
                throw new UnreadableRunException(
                        file + ": case " + verdict.id() + " was tested with " + verdict.baselineForks() + " and "
                                + verdict.candidateForks() + " forks; accepted: 1 or more a side");
            }
        }
    }

    private static Stored stored(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new UnreadableRunException(file + ": " + size + " bytes; a comparison has at most " + MAX_BYTES);
            }
            int version;
            try (InputStream in = Files.newInputStream(file)) {
                version = RecordJson.number(in, "schemaVersion").orElse(ComparisonRecord.SCHEMA_VERSION);
            }
            requireKnown(file, version);
            try (InputStream in = Files.newInputStream(file)) {
                return RecordJson.read(in, Stored.class, version == 1 ? SCHEMA_1 : SCHEMA)
                        .orElseThrow(() -> new UnreadableRunException(file + ": is empty"));
            }
        } catch (IOException e) {
            throw new UnreadableRunException(file + ": cannot be read (" + e + ")");
        } catch (MalformedJsonException e) {
            throw new UnreadableRunException(file + e.place() + ": not a comparison (" + e.reason() + ")");
        }
    }
}
