// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.remote.HostCases;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.result.CaseResult;
import io.microbench.result.DocumentReader;
import io.microbench.result.Mode;
import io.microbench.result.RecordJson;
import io.microbench.result.RunFolder;
import io.microbench.result.RunRecord;
import io.microbench.result.UnreadableRunException;
import io.microbench.run.ForkLoop;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Stores a comparison in a folder: the runs of the sides, {@code old} and {@code new}, and {@value #RECORD}.
 *
 * <p>The runs are ordinary runs: each fork is stored as soon as it ends.
 */
public final class ComparisonFolder {

    /** The file with the parameters and the result of the comparison. */
    static final String RECORD = "comparison.json";

    /** The maximum size of a record, 64 MiB, which is enough for more than 50,000 cases. Larger files are rejected. */
    private static final long MAX_BYTES = 64 << 20;

    private static final DocumentReader<ComparisonRecord> RECORDS = new DocumentReader<>(
            ComparisonRecord.class,
            "comparison",
            ComparisonRecord.SCHEMA_VERSION,
            MAX_BYTES,
            UnreadableRunException::new);

    private static final Pattern OLD_BUILD = Pattern.compile("\"oldBuild\"(?=\\s*:)");
    private static final Pattern NEW_BUILD = Pattern.compile("\"newBuild\"(?=\\s*:)");

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

    /** Records the command that repeats the comparison. */
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
        WholeFile.write(path.resolve(RECORD), RecordJson.text(record));
    }

    public static boolean isComparison(Path folder) {
        return Files.isRegularFile(folder.resolve(RECORD));
    }

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
        Path file = folder.resolve(RECORD);
        RunComparison comparison = stored(file)
                .comparison()
                .orElseThrow(() -> new UnreadableRunException(file
                        + ": the comparison is not complete. Its two runs can be read: "
                        + folder.resolve(Side.BASELINE.folder()) + ", " + folder.resolve(Side.CANDIDATE.folder())));
        requireTested(file, comparison);
        return comparison;
    }

    /**
     * Reads how the comparison in a folder was judged, and the command that repeats it.
     *
     * @throws UnreadableRunException if there is no record, it is damaged, or a newer version wrote it
     */
    public static Repeat repeat(Path folder) {
        ComparisonRecord stored = stored(folder.resolve(RECORD));
        return new Repeat(stored.limits().band(), stored.command());
    }

    /** Checks the level, and that tested verdicts are based on forks of both sides. */
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
                                + verdict.candidateForks() + " forks; expected at least 1 per side");
            }
        }
    }

    private static ComparisonRecord stored(Path file) {
        return RECORDS.read(file.toString(), renamed(RECORDS.bytes(file)));
    }

    /**
     * Renames the builds in a record of version 1. Annotations of the JSON library would be ignored outside the
     * harness's own jar, because the harness relocates that library.
     */
    private static byte[] renamed(byte[] json) {
        String text = new String(json, StandardCharsets.ISO_8859_1);
        String now = NEW_BUILD
                .matcher(OLD_BUILD.matcher(text).replaceFirst("\"baselineBuild\""))
                .replaceFirst("\"candidateBuild\"");
        return now.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * The parameters and the result of a comparison; the two runs contain its forks.
     *
     * @param schemaVersion version of the format; this version writes {@value #SCHEMA_VERSION}
     * @param end when it ended; empty if it is still running or was killed
     * @param seed the seed that determines the order of cases and sides
     * @param ended why no more forks were run: {@code DECIDED}, {@code FORKS}, {@code BUDGET}, {@code STOPPED}; empty
     *     until then
     * @param command the POSIX shell command that repeats the comparison; empty if unknown
     * @param sideBySide the processors on which both forks of a pair ran at the same time; empty if they alternated
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
