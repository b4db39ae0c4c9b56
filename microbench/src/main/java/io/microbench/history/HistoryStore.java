// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.TrainingNight.Trainings;
import io.microbench.text.Redaction;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Stores the summaries of runs, the results of training runs and the notes of gates as documents, which are never changed or removed.
 *
 * <p>Several processes may append and read at the same time. Damaged documents are skipped with a warning.
 */
public abstract class HistoryStore implements AutoCloseable {

    /** The beginning of a URL: a word of at least two letters (a drive has one) and a colon. */
    private static final Pattern ADDRESS = Pattern.compile("(?s)[A-Za-z][A-Za-z0-9+.-]+\\s*:.*");

    HistoryStore() {}

    /**
     * Opens the store at a place; if it does not exist, it is created when the first run is appended.
     *
     * @param place a folder, or a JDBC URL such as {@code jdbc:postgresql://host/database?user=me&password=secret} or
     *     {@code jdbc:h2:file:./history}, whose driver has to be on the class path
     * @throws HistoryException if the place is blank or any other URL, or if the database cannot be reached or was
     *     created by a newer version
     */
    public static HistoryStore open(String place) {
        return open(place, Path.of(""));
    }

    /** Opens the store at a place, like {@link #open(String)}. */
    public static HistoryStore open(String place, Path directory) {
        if (place.startsWith("jdbc:")) {
            return JdbcHistory.connect(place);
        }
        if (place.isBlank() || ADDRESS.matcher(place.strip()).matches()) {
            throw new HistoryException(
                    "\"" + Redaction.text(place) + "\" is not a history. Expected a folder, or a JDBC"
                            + " URL, which begins with jdbc:, such as jdbc:postgresql://host/database"
                            + (place.isBlank()
                                    ? ". Is a variable unset?"
                                    : ". Write ./ before a folder with a colon in its name."));
        }
        return new FolderHistory(directory.resolve(place));
    }

    record Found<V>(String place, Supplier<V> content) {}

    /**
     * Adds a document atomically.
     *
     * @return the existing document with its id; empty if it was added
     */
    abstract <V> Optional<Found<V>> add(StoredJson<V> kind, String id, V content);

    /**
     * Visits all documents of a kind.
     *
     * @param warnings receives a warning for each entry that is not a document
     * @throws HistoryException if the store as a whole cannot be read
     */
    abstract <V> void visit(StoredJson<V> kind, BiConsumer<String, Supplier<V>> visitor, Consumer<String> warnings);

    /** Returns the number of runs, including unreadable ones; 0 if it is not known until the runs are read. */
    int runs() {
        return 0;
    }

    /** Receives the number of runs that were read, and the total number of runs, which is 0 if unknown. */
    @FunctionalInterface
    public interface Progress {
        void read(int done, int all);
    }

    /**
     * Appends a run atomically.
     *
     * @return false if the store already contains this run
     * @throws HistoryException if it cannot be written, or the store contains a different run with the same id
     */
    public boolean append(RunSummary run) {
        return keep(StoredJson.RUN, run.id(), run, RunSummary::isSame, "run " + run.id());
    }

    /** Stores the training results of a run atomically. */
    public boolean keep(TrainingNight night) {
        return keep(StoredJson.TRAINING, night.id(), night, TrainingNight::equals, "training " + night.id());
    }

    /** Stores the notes of a gate atomically. Storing the same notes again has no effect. */
    public void keep(GateNotes notes) {
        keep(StoredJson.GATE, notes.name(), notes, GateNotes::equals, "the note of a gate");
    }

    private <V> boolean keep(StoredJson<V> kind, String id, V content, BiPredicate<V, V> same, String name) {
        Optional<Found<V>> there = add(kind, id, content);
        if (there.isPresent() && !same.test(there.get().content().get(), content)) {
            throw new HistoryException(there.get().place() + ": " + name + " already exists with other content, and a"
                    + " history is never rewritten; give the run another id");
        }
        return there.isEmpty();
    }

    /**
     * Reads a part of the history.
     *
     * @param branch the branch whose runs are read; all runs if empty
     * @param warnings receives a line, which names the file or row, for each document that could not be read or is not part of a
     *     history
     * @return the distinct runs in chronological order
     * @throws HistoryException if the store as a whole cannot be read
     */
    public List<RunSummary> read(Optional<String> branch, Consumer<String> warnings) {
        return read(branch, warnings, (done, all) -> {});
    }

    /** Reads a part of the history like {@link #read(Optional, Consumer)}, and reports each run that was read. */
    public List<RunSummary> read(Optional<String> branch, Consumer<String> warnings, Progress progress) {
        int all = runs();
        return all(StoredJson.RUN, RunSummary::id, RunSummary::isSame, warnings, done -> progress.read(done, all))
                .stream()
                .filter(run -> branch.isEmpty() || run.branch().equals(branch))
                .sorted(RunSummary.BY_TIME)
                .toList();
    }

    /** Returns a run with its classes, which {@link #read} may omit. */
    public RunSummary whole(RunSummary run) {
        return run;
    }

    public Trainings trainings(Consumer<String> warnings) {
        return new Trainings(all(StoredJson.TRAINING, TrainingNight::id, TrainingNight::equals, warnings, done -> {}));
    }

    public List<GateNotes> notes(Consumer<String> warnings) {
        return all(StoredJson.GATE, GateNotes::name, GateNotes::equals, warnings, done -> {});
    }

    private <V> List<V> all(
            StoredJson<V> kind,
            Function<V, String> id,
            BiPredicate<V, V> same,
            Consumer<String> warnings,
            IntConsumer progress) {
        Map<String, V> all = new LinkedHashMap<>();
        AtomicInteger visited = new AtomicInteger();
        visit(
                kind,
                (place, content) -> {
                    progress.accept(visited.incrementAndGet());
                    try {
                        V read = content.get();
                        V known = all.putIfAbsent(id.apply(read), read);
                        if (known != null && !same.test(known, read)) {
                            warnings.accept(place + ": differs from another file with " + kind.kind() + " "
                                    + id.apply(read) + " and is left out");
                        }
                    } catch (HistoryException e) {
                        warnings.accept(e.getMessage() + "; left out");
                    }
                },
                warnings);
        return List.copyOf(all.values());
    }

    /** Does nothing: no resource is open between calls. */
    @Override
    public void close() {}
}
