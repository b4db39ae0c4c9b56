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
 * Stores the summaries of runs, and the results of trainings and gates, as one document each. A store only grows: no document in it
 * is changed or removed.
 *
 * <p>Several processes may append and read at the same time. A damaged document is skipped with a warning;
 * it never hides the others.
 */
public abstract class HistoryStore implements AutoCloseable {

    /** A place that looks like a URL: it begins with a word and a colon. A drive has one letter. */
    private static final Pattern ADDRESS = Pattern.compile("(?s)[A-Za-z][A-Za-z0-9+.-]+\\s*:.*");

    HistoryStore() {}

    /**
     * Opens the store at a place; a place that does not exist yet is created when the first run is appended.
     *
     * @param place a folder, or a JDBC URL such as {@code jdbc:postgresql://host/database?user=me&password=secret} or
     *     {@code jdbc:h2:file:./history}, whose driver has to be on the class path
     * @throws HistoryException if it is blank or another URL, or a database cannot be reached or was made by a newer version
     */
    public static HistoryStore open(String place) {
        return open(place, Path.of(""));
    }

    /** Opens the store at a place, as {@link #open(String)} does. */
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
     * @param warnings takes a warning for each entry that is not a document
     * @throws HistoryException if the store as a whole cannot be read
     */
    abstract <V> void visit(StoredJson<V> kind, BiConsumer<String, Supplier<V>> visitor, Consumer<String> warnings);

    /** Returns the number of runs, readable or not; 0 if it is unknown without reading them. */
    int runs() {
        return 0;
    }

    /** Receives the number of runs that were read, and the total number of runs; 0 if it is unknown. */
    @FunctionalInterface
    public interface Progress {
        void read(int done, int all);
    }

    /**
     * Appends a run, whole or not at all.
     *
     * @return false if the store already has this run
     * @throws HistoryException if it cannot be written, or the store has another run of the same id
     */
    public boolean append(RunSummary run) {
        return keep(StoredJson.RUN, run.id(), run, RunSummary::isSame, "run " + run.id());
    }

    /** Stores the training results of a run, completely or not at all. */
    public boolean keep(TrainingNight night) {
        return keep(StoredJson.TRAINING, night.id(), night, TrainingNight::equals, "training " + night.id());
    }

    /** Stores the conclusions of a gate, completely or not at all; storing the same notes again has no effect. */
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
     * @param branch only runs of this branch; every run if empty
     * @param warnings receives documents that could not be read or are not part of a history: one line each, naming the file or row; to be
     *     shown
     * @return the runs, each of them once, in the order of time
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

    /** Returns a run that was read with its classes, which {@link #read} may leave out. */
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
                        V one = content.get();
                        V known = all.putIfAbsent(id.apply(one), one);
                        if (known != null && !same.test(known, one)) {
                            warnings.accept(place + ": differs from another file with " + kind.kind() + " "
                                    + id.apply(one) + " and is left out");
                        }
                    } catch (HistoryException e) {
                        warnings.accept(e.getMessage() + "; left out");
                    }
                },
                warnings);
        return List.copyOf(all.values());
    }

    /** Closes the store; nothing is held open between calls. */
    @Override
    public void close() {}
}
