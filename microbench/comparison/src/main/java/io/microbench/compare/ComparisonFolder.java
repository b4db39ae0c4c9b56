// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.RunComparison;
import io.microbench.remote.HostCases;
import io.microbench.result.CaseResult;
import io.microbench.result.RecordJson;
import io.microbench.result.RunFolder;
import io.microbench.result.RunRecord;
import io.microbench.run.ForkLoop;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Stores a comparison on disk: a run of each side, {@code old} and {@code new}, and {@value #RECORD} above them.
 *
 * <p>The runs are like any other, each fork on disk as soon as it ends.
 */
final class ComparisonFolder {

    /** How the comparison was made, and its result. */
    static final String RECORD = "comparison.json";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path path;
    private final Map<Side, RunFolder> runs = new EnumMap<>(Side.class);
    private ComparisonRecord record;

    private ComparisonFolder(Path path, ComparisonRecord record) {
        this.path = path;
        this.record = record;
    }

    /** Creates a folder below {@code parent} with both runs planned and neither started. */
    static ComparisonFolder create(
            Path parent,
            Instant start,
            Builds builds,
            Function<Side, HostCases> known,
            List<PairedCase> cases,
            Limits limits,
            long seed,
            Optional<ProcessorHalves> sideBySide) {
        try {
            Files.createDirectories(parent);
            Path path = newFolder(parent, start);
            ComparisonFolder folder = new ComparisonFolder(
                    path,
                    new ComparisonRecord(
                            ComparisonRecord.SCHEMA_VERSION,
                            path.getFileName().toString(),
                            start.truncatedTo(ChronoUnit.MILLIS),
                            Optional.empty(),
                            ComparisonRecord.Origin.of(builds.baseline()),
                            ComparisonRecord.Origin.of(builds.candidate()),
                            limits,
                            seed,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            sideBySide));
            for (Side side : Side.values()) {
                HostCases host = known.apply(side);
                List<CaseResult> planned = cases.stream()
                        .map(c -> CaseResult.planned(c.id(), c.plan(side)))
                        .toList();
                folder.runs.put(
                        side,
                        RunFolder.createAt(
                                path.resolve(side.folder()), start, host.environment(), host.settings(), planned));
            }
            folder.write();
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the comparison to " + parent + " (" + e + ")", e);
        }
    }

    private static Path newFolder(Path parent, Instant start) throws IOException {
        RandomGenerator random = RandomGenerator.getDefault();
        while (true) {
            String id = String.format(Locale.ROOT, "%04x", random.nextInt(1 << 16));
            try {
                return Files.createDirectory(parent.resolve("compare-" + STAMP.format(start) + "-" + id));
            } catch (FileAlreadyExistsException e) {
                // Another comparison of the same second drew the same id: draw again.
            }
        }
    }

    Path path() {
        return path;
    }

    /** Returns the folder of one side's run. */
    Path run(Side side) {
        return of(side).path();
    }

    /** Returns the run of one side. */
    RunFolder of(Side side) {
        return Optional.ofNullable(runs.get(side)).orElseThrow();
    }

    /** Writes the final record of a side's run and returns it. */
    RunRecord finish(Side side, Instant end) {
        return of(side).finish(end);
    }

    /** Writes the command that repeats the comparison. */
    void command(String line) {
        rewrite(record.withCommand(line));
    }

    /** Writes the final record with the result. */
    void finish(Instant end, ForkLoop.End why, RunComparison comparison) {
        rewrite(record.ended(end.truncatedTo(ChronoUnit.MILLIS), why, comparison));
    }

    private void rewrite(ComparisonRecord changed) {
        record = changed;
        try {
            write();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + path.resolve(RECORD) + " (" + e + ")", e);
        }
    }

    private void write() throws IOException {
        WholeFile.write(path.resolve(RECORD), RecordJson.document(record));
    }
}
