// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Writes one run to its folder. Finished forks are not lost if the process is killed.
 *
 * <p>{@value #RECORD} is written when the run begins, with the planned cases, and again when it ends. In between, a line for each fork and
 * for the end of each case is appended to {@value #JOURNAL} and forced to disk. A reader applies an existing journal to the record. If the
 * process was killed, the last line may be incomplete; it is ignored. Folders are never reused.
 */
public final class RunFolder {

    public static final String RECORD = "run.json";

    /** The journal, to which a run appends; deleted when the record contains its entries. */
    static final String JOURNAL = "journal.jsonl";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path path;
    private RunRecord planned;
    private final ClassDictionary classes = new ClassDictionary();
    private final Map<String, CaseResult> cases;
    private long journalEnd;

    private RunFolder(Path path, RunRecord planned) {
        this.path = path;
        this.planned = planned;
        this.cases = JournalEntry.byId(planned.cases());
    }

    /** Creates a new folder below {@code parent} and writes the planned run into it. */
    public static RunFolder create(
            Path parent,
            Instant start,
            Environment environment,
            List<SettingValue> settings,
            List<CaseResult> planned) {
        try {
            Files.createDirectories(parent);
            return begin(newFolder(parent, "", start), start, environment, settings, planned);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot write the run to " + parent + " (" + e + "). Make it writable, or choose another folder.",
                    e);
        }
    }

    /**
     * Creates the given folder, which must not exist, and writes the planned run into it.
     *
     * @throws UncheckedIOException if the folder exists or cannot be written
     */
    public static RunFolder createAt(
            Path folder,
            Instant start,
            Environment environment,
            List<SettingValue> settings,
            List<CaseResult> planned) {
        try {
            return begin(Files.createDirectory(folder), start, environment, settings, planned);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the run to " + folder + " (" + e + ")", e);
        }
    }

    /** Writes a run that has ended to a new folder below {@code parent}, as {@link #create} does. */
    public static Path keep(Path parent, RunRecord run) {
        try {
            Files.createDirectories(parent);
            return keepIn(newFolder(parent, "", run.start()), run);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot write the run to " + parent + " (" + e + "). Make it writable, or choose another folder.",
                    e);
        }
    }

    /**
     * Writes a run that has ended to the given folder, which must not exist.
     *
     * @throws UncheckedIOException if the folder exists or cannot be written
     */
    public static Path keepAt(Path folder, RunRecord run) {
        try {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            return keepIn(Files.createDirectory(folder), run);
        } catch (FileAlreadyExistsException e) {
            throw new UncheckedIOException(folder + " already exists. Choose a new folder.", e);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the run to " + folder + " (" + e + ")", e);
        }
    }

    private static Path keepIn(Path folder, RunRecord run) throws IOException {
        write(
                folder.resolve(RECORD),
                run.named(folder.toAbsolutePath().getFileName().toString()));
        return folder;
    }

    private static RunFolder begin(
            Path folder, Instant start, Environment environment, List<SettingValue> settings, List<CaseResult> planned)
            throws IOException {
        RunRecord record = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                folder.toAbsolutePath().getFileName().toString(),
                start.truncatedTo(ChronoUnit.MILLIS),
                Optional.empty(),
                environment,
                settings,
                planned,
                Optional.empty());
        RunFolder created = new RunFolder(folder, record);
        created.write(record);
        return created;
    }

    /** Creates a folder below {@code parent} whose name has the prefix, the time and a random number. */
    public static Path newFolder(Path parent, String prefix, Instant start) throws IOException {
        RandomGenerator random = RandomGenerator.getDefault();
        while (true) {
            String name =
                    prefix + STAMP.format(start) + "-" + String.format(Locale.ROOT, "%04x", random.nextInt(1 << 16));
            try {
                return Files.createDirectory(parent.resolve(name));
            } catch (FileAlreadyExistsException e) {
                // Another run chose the same id in the same second.
            }
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the current record of the run. */
    public synchronized RunRecord record() {
        return planned.withCases(List.copyOf(cases.values())).withClasses(classes.lines());
    }

    /** Appends a fork to its case and forces it to disk. */
    public synchronized void append(CaseId id, ForkResult fork) {
        append(id, fork, Map.of());
    }

    /** Appends a fork with the digests of the code of the classes that it loaded, by name; empty if unknown. */
    public synchronized void append(CaseId id, ForkResult fork, Map<String, String> digests) {
        int known = classes.size();
        ForkResult numbered = digests.isEmpty()
                ? fork
                : fork.toBuilder().classes(Optional.of(classes.add(digests))).build();
        append(new JournalEntry(id, numbered, classes.from(known)));
    }

    public synchronized void end(CaseResult result) {
        append(new JournalEntry(result));
    }

    /** Appends the recordings of a profiler. The profiled fork does not contribute to any score. */
    public synchronized void profiled(CaseId id, Profile profile) {
        append(new JournalEntry(id, Optional.empty(), Optional.of(profile)));
    }

    /**
     * Excludes the forks of a case from all statistics. They remain in the record with the given reason; failed forks keep their own
     * failure.
     */
    public synchronized void leaveOut(CaseId id, Failure why) {
        append(new JournalEntry(id, Optional.of(why), Optional.empty()));
    }

    /** Records a node, or updates it, and writes it to disk immediately. A lost node remains lost. */
    public synchronized void node(RunNode node) {
        Optional<RunNode> before = node(node.name());
        RunNode now = before.flatMap(RunNode::lost).map(node::lost).orElse(node);
        if (before.filter(now::equals).isPresent()) {
            return;
        }
        RunRecord more = planned.with(now);
        try {
            // Readers add the forks from the journal.
            write(more);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + path.resolve(RECORD) + " (" + e + ")", e);
        }
        planned = more;
    }

    /** Records why a known node was lost, and writes it to disk immediately. */
    public synchronized void nodeLost(String name, String what) {
        node(name).ifPresent(node -> node(node.lost(what)));
    }

    /** Returns the recorded node with the given name. */
    public synchronized Optional<RunNode> node(String name) {
        return planned.nodes().orElse(List.of()).stream()
                .filter(node -> node.name().equals(name))
                .findFirst();
    }

    /** Records the measurements of the machine; they are written when the run ends. */
    public synchronized void calibrated(Calibration calibration) {
        planned = planned.withCalibration(calibration);
    }

    /** Records a fixture that has ended; it is written when the run ends. */
    public synchronized void fixture(FixtureRun ended) {
        planned = planned.with(ended);
    }

    private void append(JournalEntry entry) {
        byte[] line = (RecordJson.line(entry) + "\n").getBytes(StandardCharsets.UTF_8);
        Path journal = path.resolve(JOURNAL);
        // A channel is not used, because an interrupt of the thread would close it, and the fork would be lost.
        try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
            // Removes an incomplete line left by a failed write.
            file.setLength(journalEnd);
            file.seek(journalEnd);
            file.write(line);
            file.getFD().sync();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot append to " + journal + " (" + e + "). Free disk space in its folder.", e);
        }
        journalEnd += line.length;
        entry.applyTo(cases);
    }

    /** Writes the whole record and deletes the journal. */
    public synchronized RunRecord finish(Instant end) {
        RunRecord ended = record().ended(end.truncatedTo(ChronoUnit.MILLIS));
        try {
            write(ended);
            Files.deleteIfExists(path.resolve(JOURNAL));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot write " + path.resolve(RECORD) + " (" + e
                            + "). Its journal has the results: free disk space,"
                            + " then create the report with microbench report " + path + ".",
                    e);
        }
        return ended;
    }

    /** Writes the record through {@link #draft}. */
    private void write(RunRecord record) throws IOException {
        Path file = path.resolve(RECORD);
        WholeFile.writeBy(draft(file), file, stream -> RecordJson.write(record, stream));
    }

    /** Returns the temporary file that becomes the given record when it is complete; a killed host leaves it behind. */
    public static Path draft(Path file) {
        return file.resolveSibling(file.getFileName() + ".tmp");
    }

    /**
     * Writes a record to a file atomically: if the writer is killed, the file is either the old one or the new one.
     * Other processes may write to the same file at the same time.
     *
     * @throws IOException if it cannot be written; an existing file is unchanged
     */
    public static void write(Path file, RunRecord record) throws IOException {
        WholeFile.writeBytes(file, stream -> RecordJson.write(record, stream));
    }

    /**
     * A line of the journal: a fork, the end of a case, or the recordings of a profiler.
     *
     * @param fork the fork; empty on other lines
     * @param status how the case ended; empty on other lines
     * @param reason why the case failed or was skipped
     * @param score JMH's score over all forks
     * @param secondary secondary results over all forks
     * @param leftOut why the earlier forks of the case are excluded; empty on other lines
     * @param classes classes that no earlier fork loaded, to add to {@link RunRecord#classes}; may be empty
     * @param profile the recordings of a profiler; empty on other lines
     */
    record JournalEntry(
            String id,
            Optional<ForkResult> fork,
            Optional<CaseResult.Status> status,
            String reason,
            Optional<Metric> score,
            Map<String, Metric> secondary,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Failure> leftOut,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<String>> classes,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Profile> profile) {

        /** Creates a line that excludes earlier forks or has the recordings of a profiler. */
        JournalEntry(CaseId id, Optional<Failure> leftOut, Optional<Profile> profile) {
            this(
                    id.text(),
                    Optional.empty(),
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    Map.of(),
                    leftOut,
                    Optional.empty(),
                    profile);
        }

        JournalEntry(CaseId id, ForkResult fork, Optional<List<String>> classes) {
            this(
                    id.text(),
                    Optional.of(fork),
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    Map.of(),
                    Optional.empty(),
                    classes,
                    Optional.empty());
        }

        JournalEntry(CaseResult result) {
            this(
                    result.id().text(),
                    Optional.empty(),
                    Optional.of(result.status()),
                    result.reason(),
                    result.score(),
                    result.secondary(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** Returns the cases by id, in order, so that lines can be applied to them. */
        static Map<String, CaseResult> byId(List<CaseResult> cases) {
            Map<String, CaseResult> byId = new LinkedHashMap<>();
            cases.forEach(known -> byId.put(known.id().text(), known));
            return byId;
        }

        /** Applies this line to its case; ignores a line of an unplanned case. */
        void applyTo(Map<String, CaseResult> cases) {
            cases.computeIfPresent(id, (same, known) -> appliedTo(known));
        }

        private CaseResult appliedTo(CaseResult known) {
            if (profile.isPresent()) {
                return known.withProfile(profile.get());
            }
            List<ForkResult> forks = new ArrayList<>(known.forks());
            leftOut.ifPresent(why -> forks.replaceAll(each -> each.failure().isPresent()
                    ? each
                    : each.toBuilder().failure(Optional.of(why)).build()));
            fork.ifPresent(forks::add);
            if (status.isEmpty()) {
                return known.withForks(forks);
            }
            return new CaseResult(known.id(), known.plan(), status.get(), reason, score, secondary, forks);
        }
    }
}
