// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.ComparisonFolder.ComparisonRecord;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.result.MalformedJsonException;
import io.microbench.result.Mode;
import io.microbench.result.RecordJson;
import io.microbench.result.UnreadableRunException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the result of an interleaved comparison from its folder. */
public final class ComparisonReader {

    /** The largest record that is read, 64 MiB: more than 50,000 cases. A larger file is not a record. */
    private static final long MAX_BYTES = 64 << 20;

    private static final Pattern OLD_BUILD = Pattern.compile("\"oldBuild\"(?=\\s*:)");
    private static final Pattern NEW_BUILD = Pattern.compile("\"newBuild\"(?=\\s*:)");

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
     * @throws UnreadableRunException if there is no record, it is unfinished or damaged, or a newer version
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
        ComparisonRecord stored = stored(folder.resolve(ComparisonFolder.RECORD));
        return Optional.of(new Repeat(stored.limits().band(), stored.command()));
    }

    /** A newer version may be laid out so differently that nothing else of it can be read. */
    private static void requireKnown(Path file, int version) {
        if (version > ComparisonRecord.SCHEMA_VERSION) {
            throw new UnreadableRunException(file + ": schema version " + version
                    + " was written by a newer Microbench; this one reads up to " + ComparisonRecord.SCHEMA_VERSION);
        }
    }

    /** A tested verdict is based on forks of both sides. */
    private static void requireTested(Path file, RunComparison comparison) {
        if (!(comparison.level() >= 1e-9 && comparison.level() <= 0.5)) {
            throw new UnreadableRunException(file + ": not a comparison (/comparison/level: " + comparison.level()
                    + "; expected a number from 1e-9 up to 0.5)");
        }
        for (CaseVerdict verdict : comparison.verdicts()) {
            try {
                verdict.id().mode().ifPresent(Mode::of);
            } catch (IllegalArgumentException e) {
                throw new UnreadableRunException(file + ": case " + verdict.id() + ": " + e.getMessage());
            }
            if (!Double.isNaN(verdict.p()) && Math.min(verdict.baselineForks(), verdict.candidateForks()) < 1) {
                throw new UnreadableRunException(
                        file + ": case " + verdict.id() + " was tested with " + verdict.baselineForks() + " and "
                                + verdict.candidateForks() + " forks; expected 1 or more a side");
            }
        }
    }

    private static ComparisonRecord stored(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new UnreadableRunException(file + ": " + size + " bytes; a comparison has at most " + MAX_BYTES);
            }
            byte[] json = Files.readAllBytes(file);
            requireKnown(
                    file,
                    RecordJson.number(new ByteArrayInputStream(json), "schemaVersion")
                            .orElse(ComparisonRecord.SCHEMA_VERSION));
            return RecordJson.read(renamed(json), ComparisonRecord.class)
                    .orElseThrow(() -> new UnreadableRunException(file + ": is empty"));
        } catch (IOException e) {
            throw new UnreadableRunException(file + ": cannot be read (" + e + ")");
        } catch (MalformedJsonException e) {
            throw new UnreadableRunException(file + e.place() + ": not a comparison (" + e.reason() + ")");
        }
    }

    /**
     * Gives the builds of a comparison of version 1 the names that they have now. Not by an annotation: the harness has the JSON library
     * under another name, and sees none of its annotations outside its own jar.
     */
    private static byte[] renamed(byte[] json) {
        String text = new String(json, StandardCharsets.ISO_8859_1);
        String now = NEW_BUILD
                .matcher(OLD_BUILD.matcher(text).replaceFirst("\"baselineBuild\""))
                .replaceFirst("\"candidateBuild\"");
        return now.getBytes(StandardCharsets.ISO_8859_1);
    }
}
