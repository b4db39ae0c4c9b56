// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.RunFolder.JournalEntry;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/** Reads runs from their folders, including runs that were killed or are in progress. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class RunReader {

    /** Maximum size of a record, 8 GiB: more than 100 million iterations. Microbench does not write larger records. */
    private static final long MAX_BYTES = 1L << 33;

    private static final DocumentReader<RunRecord> RECORDS = reader(RunRecord.class);
    private static final DocumentReader<JournalEntry> LINES = reader(JournalEntry.class);

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private RunReader() {}

    private static <T> DocumentReader<T> reader(Class<T> type) {
        return new DocumentReader<>(
                type, "run record", RunRecord.SCHEMA_VERSION, MAX_BYTES, UnreadableRunException::new);
    }

    /**
     * Reads the run in a folder.
     *
     * @param folder a run's folder, or the {@value RunFolder#RECORD} in it
     * @throws UnreadableRunException if the run does not exist, is damaged, or was written by a newer version; the message names file and
     *     place
     */
    public static RunRecord read(Path folder) {
        Path file = file(folder);
        RunRecord known = record(file);
        if (known.end().isPresent()) {
            return known;
        }
        Path journal = file.resolveSibling(RunFolder.JOURNAL);
        try {
            LINES.requireSize(journal);
            try (InputStream in = new BufferedInputStream(Files.newInputStream(journal), 1 << 16)) {
                return laidOver(known, in, journal);
            }
        } catch (NoSuchFileException e) {
            // There is no journal: either no fork has ended yet, or the run has ended since the record was read.
            return record(file);
        } catch (IOException e) {
            throw LINES.unreadable(journal.toString(), e);
        }
    }

    /**
     * Reads a run in order to judge, report or store it. Rejects a run whose values contradict each other.
     *
     * @param folder a run's folder, or the {@value RunFolder#RECORD} in it
     * @throws UnreadableRunException like {@link #read}; also if a case occurs twice, a unit contradicts its mode, or a fork ran for weeks
     */
    public static RunRecord readSound(Path folder) {
        RunRecord run = read(folder);
        SoundRun.problem(run).ifPresent(what -> {
            throw new UnreadableRunException(file(folder) + ": " + what);
        });
        return run;
    }

    private static Path file(Path folder) {
        return Files.isDirectory(folder) ? folder.resolve(RunFolder.RECORD) : folder;
    }

    private static RunRecord record(Path file) {
        if (Files.notExists(file)) {
            throw new UnreadableRunException(
                    file
                            + ": does not exist. Expected the folder of a run, such as target/microbench/20260504T030201Z-4f2a");
        }
        RunRecord read = RECORDS.read(file);
        if (!ID.matcher(read.id()).matches()) {
            throw new UnreadableRunException(file + ": not a run record (/id: \"" + read.id()
                    + "\"; expected a string that matches " + ID + ")");
        }
        return read.inThisLayout();
    }

    /**
     * Applies a journal to the cases, line by line. Ignores a last line without a line end: the writer may have been killed in the middle
     * of it, even in the middle of a character.
     *
     * @throws UnreadableRunException if a complete line is damaged; the message names file and line
     */
    private static RunRecord laidOver(RunRecord planned, InputStream in, Path journal) throws IOException {
        Map<String, CaseResult> cases = JournalEntry.byId(planned.cases());
        List<String> classes = new ArrayList<>(planned.classes().orElse(List.of()));
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int number = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next != '\n') {
                line.write(next);
                continue;
            }
            number++;
            JournalEntry entry = LINES.read(journal + " line " + number, line.toByteArray());
            entry.applyTo(cases);
            entry.classes().ifPresent(classes::addAll);
            line.reset();
        }
        return planned.withCases(List.copyOf(cases.values()))
                .withClasses(Optional.of(classes).filter(lines -> !lines.isEmpty()));
    }

    /** Finds contradictory values in a record, which may have been modified or written by another tool. */
    static final class SoundRun {

        private SoundRun() {}

        /** Returns the first contradiction and its place; empty if there is none. */
        static Optional<String> problem(RunRecord run) {
            Set<String> nodes = new HashSet<>();
            for (RunNode node : run.nodes().orElse(List.of())) {
                if (!nodes.add(node.name())) {
                    return Optional.of(
                            "node " + node.name() + " occurs twice, so it is unknown which forks belong to which");
                }
            }
            Set<String> ids = new HashSet<>();
            for (CaseResult result : run.cases()) {
                if (!ids.add(result.id().text())) {
                    return Optional.of("case " + result.id() + " occurs twice, so it is unknown which of them counts");
                }
                Optional<String> problem = unit(result).or(() -> times(result)).or(() -> nodes(result, nodes));
                if (problem.isPresent()) {
                    return problem.map(what -> "case " + result.id() + ": " + what);
                }
            }
            return Optional.empty();
        }

        private static Optional<String> unit(CaseResult result) {
            try {
                result.id().mode().ifPresent(Mode::of);
                result.score().ifPresent(score -> ScoreUnit.of(result.plan().mode(), score.unit()));
                return Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.ofNullable(e.getMessage());
            }
        }

        /** Checks the times of a fork. The clock may be adjusted while the fork runs, but not by weeks. */
        private static Optional<String> times(CaseResult result) {
            for (ForkResult fork : result.forks()) {
                Duration took = Duration.between(fork.start(), fork.end());
                if (took.abs().compareTo(Iterations.FARTHEST) > 0) {
                    return Optional.of("fork " + fork.number() + " ran from " + fork.start() + " to " + fork.end()
                            + "; expected at most " + Iterations.FARTHEST.toDays() + " days");
                }
            }
            return Optional.empty();
        }

        /** Checks the nodes of forks, which determine whether forks may be compared. */
        private static Optional<String> nodes(CaseResult result, Set<String> known) {
            return result.forks().stream()
                    .filter(fork ->
                            fork.node().filter(node -> !known.contains(node)).isPresent())
                    .findFirst()
                    .map(fork -> "fork " + fork.number() + " ran on the node "
                            + fork.node().orElse("") + ", which the run does not describe");
        }
    }
}
