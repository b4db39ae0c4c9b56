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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Stores a comparison on disk: a run of each side, {@code old} and {@code new}, and {@value #RECORD} above them.
 *
 * <p>The runs are like any other, each fork on disk as soon as it ends.
 */
final class ComparisonFolder {

    /** How the comparison was made, and its result. */
    static final String RECORD = "comparison.json";

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
            Path path = RunFolder.newFolder(parent, "compare-", start);
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

    Path path() {
        return path;
    }

    Path run(Side side) {
        return of(side).path();
    }

    RunFolder of(Side side) {
        return Optional.ofNullable(runs.get(side)).orElseThrow();
    }

    RunRecord finish(Side side, Instant end) {
        return of(side).finish(end);
    }

    /** Writes the command that repeats the comparison. */
    void command(String line) {
        rewrite(record.with(record.end(), record.ended(), record.comparison(), Optional.of(line)));
    }

    void finish(Instant end, ForkLoop.End why, RunComparison comparison) {
        rewrite(record.with(
                Optional.of(end.truncatedTo(ChronoUnit.MILLIS)),
                Optional.of(why),
                Optional.of(comparison),
                record.command()));
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

    /**
     * Records how a comparison was made and its result; the forks themselves are in the two runs beside it.
     *
     * @param schemaVersion version of the layout, {@value #SCHEMA_VERSION} for what this version writes
     * @param id the comparison's name, also that of its folder
     * @param start when it began, UTC
     * @param end when it ended; empty for one that is still going or was killed
     * @param baselineBuild what the baseline ran from
     * @param candidateBuild what the candidate ran from
     * @param limits how sure it had to be and what it could cost
     * @param seed decided the order of cases and sides
     * @param ended why no more forks were run: {@code DECIDED}, {@code FORKS}, {@code BUDGET}, {@code STOPPED}; empty
     *     before
     * @param comparison the verdicts; empty before the end
     * @param command the line for a POSIX shell that compares again; empty where it is not known
     * @param sideBySide on which processors the two forks of a pair ran at the same time; empty where they ran alternately
     */
    record ComparisonRecord(
            int schemaVersion,
            String id,
            Instant start,
            Optional<Instant> end,
            Origin baselineBuild,
            Origin candidateBuild,
            Limits limits,
            long seed,
            Optional<ForkLoop.End> ended,
            Optional<RunComparison> comparison,
            Optional<String> command,
            Optional<ProcessorHalves> sideBySide) {
        static final int SCHEMA_VERSION = 2;

        /** Where a side's classes came from. */
        record Origin(String name, List<String> classPath, String directory) {

            static Origin of(Build build) {
                return new Origin(
                        build.name(), build.classPath(), build.directory().toString());
            }
        }

        ComparisonRecord with(
                Optional<Instant> when,
                Optional<ForkLoop.End> why,
                Optional<RunComparison> result,
                Optional<String> line) {
            return new ComparisonRecord(
                    schemaVersion,
                    id,
                    start,
                    when,
                    baselineBuild,
                    candidateBuild,
                    limits,
                    seed,
                    why,
                    result,
                    line,
                    sideBySide);
        }
    }
}
