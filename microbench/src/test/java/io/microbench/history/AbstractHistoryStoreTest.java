// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.TrainingNight.CaseTraining;
import io.microbench.history.TrainingNight.Trainings;
import io.microbench.result.Mode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of every store, whatever its implementation. */
abstract class AbstractHistoryStoreTest {

    private static final RunSummary FIRST =
            Runs.night(1, Runs.time(Runs.ENCODE, 101.5, 99.25, 100), Runs.throughput(Runs.DECODE, 5000.1));
    private static final RunSummary SECOND = Runs.night(2, Runs.time(Runs.ENCODE, 0.1 + 0.2, 1e-9, 4e15));
    private static final RunSummary THIRD =
            Runs.onBranch(Runs.night(3, Runs.throughput(Runs.DECODE, 5100, 5200)), Optional.of("topic/faster"));

    HistoryStore store = new FolderHistory(Path.of("replaced-before-each-test"));

    /** Opens a new store at the same location as the previous one in the running test. */
    abstract HistoryStore open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(HistoryRuns.of(store)).isEqualTo(new HistoryRuns(List.of(), List.of()));
    }

    @Test
    void returnsAppendedRunBitForBit() throws Exception {
        assertThat(store.append(FIRST)).isTrue();
        assertThat(store.append(SECOND)).isTrue();
        try (HistoryStore again = open()) {
            assertThat(HistoryRuns.of(again)).isEqualTo(new HistoryRuns(List.of(FIRST, SECOND), List.of()));
        }
    }

    @Test
    void keepsAbsentValuesAbsent() {
        RunSummary bare = RunSummaryBuilder.of("bare", Runs.START)
                .dirty(true)
                .environment(new Fingerprint("N/A", "", "N/A", ""))
                .cases(List.of(CaseSummaryBuilder.of("A.b:threads=1", -0.5)
                        .unit(Mode.SINGLE_SHOT_TIME, "s/op")
                        .setup(new ForkSetup("", List.of(), "", List.of()))
                        .build()))
                .build();
        store.append(bare);
        assertThat(HistoryRuns.of(store).runs()).containsExactly(bare);
    }

    @Test
    void keepsNumberOfStarvedIterations() {
        RunSummary night = Runs.night(
                1, Runs.starved(Runs.time(Runs.ENCODE, 101, 99), 0.625), Runs.starved(Runs.time(Runs.DECODE, 5), 0));
        store.append(night);
        assertThat(HistoryRuns.of(store).runs()).containsExactly(night);
    }

    @Test
    void keepsFactsOfForks() {
        RunSummary night = Runs.night(1, Runs.with(Runs.time(Runs.ENCODE, 1), "CPU limit=none", "CPUs=8"));
        store.append(night);
        assertThat(HistoryRuns.of(store).runs()).containsExactly(night);
    }

    @Test
    void acceptsSameRunFromVersionWithoutStarvedIterations() {
        store.append(FIRST);
        RunSummary again = FIRST.withCases(
                FIRST.cases().stream().map(each -> Runs.starved(each, 0.75)).toList());
        assertThat(store.append(again)).isFalse();
        assertThat(HistoryRuns.of(store)).isEqualTo(new HistoryRuns(List.of(FIRST), List.of()));
        RunSummary other = FIRST.withCases(List.of(Runs.starved(Runs.time(Runs.ENCODE, 1), 0.75)));
        assertThatThrownBy(() -> store.append(other)).isInstanceOf(HistoryException.class);
    }

    @Test
    void hasNoTrainingAtFirst() {
        assertThat(store.trainings(warning -> {})).isEqualTo(new Trainings(List.of()));
    }

    @Test
    void storesTrainingsBesideRuns() throws Exception {
        TrainingNight later = training(
                "second",
                Runs.START.plusSeconds(60),
                new CaseTraining(Runs.ENCODE, 0, 0.1 + 0.2, 1e-9, 2, OptionalDouble.empty()));
        TrainingNight earlier = training(
                "first",
                Runs.START,
                new CaseTraining(Runs.ENCODE, 1.5, 3.25, 0.01, 5, OptionalDouble.of(0.1 + 0.2)),
                new CaseTraining(Runs.DECODE, 0.25, 7, 0, 3, OptionalDouble.empty()));
        store.append(FIRST);
        assertThat(store.keep(later)).isTrue();
        assertThat(store.keep(earlier)).isTrue();
        try (HistoryStore again = open()) {
            assertThat(again.trainings(warning -> {})).isEqualTo(new Trainings(List.of(earlier, later)));
            assertThat(HistoryRuns.of(again)).isEqualTo(new HistoryRuns(List.of(FIRST), List.of()));
        }
    }

    @Test
    void keepsFirstTrainingOfEachRun() {
        TrainingNight night = training(
                "first", Runs.START, new CaseTraining(Runs.ENCODE, 1.5, 3.25, 0.01, 5, OptionalDouble.empty()));
        TrainingNight other =
                training("first", Runs.START, new CaseTraining(Runs.ENCODE, 1.5, 4, 0.01, 5, OptionalDouble.empty()));
        assertThat(store.keep(night)).isTrue();
        assertThat(store.keep(night)).isFalse();
        assertThatThrownBy(() -> store.keep(other))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("first");
        assertThat(store.trainings(warning -> {}).nights()).containsExactly(night);
    }

    @Test
    void storesGateNotesBesideRuns() throws Exception {
        GateNotes notes = new GateNotes("night-001", List.of(note(SuspectNote.State.OPEN, OptionalDouble.empty())));
        GateNotes other =
                new GateNotes("night-001", List.of(note(SuspectNote.State.RULED_OUT, OptionalDouble.of(0.1 + 0.2))));
        assertThat(store.notes(warning -> {})).isEmpty();
        store.append(FIRST);
        store.keep(notes);
        store.keep(other);
        store.keep(notes);
        try (HistoryStore again = open()) {
            assertThat(again.notes(warning -> {})).containsExactlyInAnyOrder(notes, other);
            assertThat(HistoryRuns.of(again)).isEqualTo(new HistoryRuns(List.of(FIRST), List.of()));
        }
    }

    private static SuspectNote note(SuspectNote.State state, OptionalDouble low) {
        return new SuspectNote(Runs.ENCODE, state, "night-001", "night-000", Optional.of("c0ffee"), 3, 1 / 1.1, low);
    }

    private static TrainingNight training(String id, Instant time, CaseTraining... cases) {
        return new TrainingNight(id, time, Runs.MACHINE, List.of(cases));
    }

    @Test
    void keepsARunWithoutCases() {
        RunSummary nothing = Runs.night(5);
        store.append(nothing);
        assertThat(HistoryRuns.of(store).runs()).containsExactly(nothing);
    }

    @Test
    void keepsSpecialCharacters() {
        String id =
                "com.acme.Ünïcode.größe:text=\"a\\b'; DROP TABLE microbench_document; --\u2028\ud83d\ude80,threads=1";
        RunSummary run = Runs.onBranch(Runs.night(1, Runs.time(id, 1)), Optional.of("fix/'quote\",comma"));
        store.append(run);
        assertThat(HistoryRuns.of(store).runs()).containsExactly(run);
    }

    @Test
    void keepsACaseWithAVeryLongId() {
        String id = "com.acme.Long.id:text=" + "x".repeat(20_000) + ",threads=1";
        RunSummary run = Runs.night(1, Runs.time(id, 1), Runs.time(id + "2", 2));
        store.append(run);
        assertThat(HistoryRuns.of(store).runs()).containsExactly(run);
    }

    @Test
    void sortsRunsByTime() {
        store.append(THIRD);
        store.append(FIRST);
        store.append(SECOND);
        assertThat(HistoryRuns.of(store).runs()).containsExactly(FIRST, SECOND, THIRD);
    }

    @Test
    void readsOneBranch() {
        store.append(FIRST);
        store.append(THIRD);
        store.append(Runs.onBranch(Runs.night(9), Optional.empty()));
        assertThat(store.read(Optional.of("topic/faster"), warning -> {})).containsExactly(THIRD);
        assertThat(store.read(Optional.of("topic"), warning -> {})).isEmpty();
    }

    @Test
    void distinguishesRunsOfSameSecond() {
        List<RunSummary> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            RunSummary run =
                    RunSummaryBuilder.of("same-" + i, Runs.START.plusMillis(i)).build();
            runs.add(run);
            store.append(run);
        }
        assertThat(HistoryRuns.of(store).runs()).isEqualTo(runs);
    }

    @Test
    void acceptsSameRunTwice() {
        assertThat(store.append(FIRST)).isTrue();
        assertThat(store.append(FIRST)).isFalse();
        assertThat(HistoryRuns.of(store)).isEqualTo(new HistoryRuns(List.of(FIRST), List.of()));
    }

    @Test
    void neverRewritesARun() {
        store.append(FIRST);
        RunSummary changed = FIRST.withCases(List.of(Runs.time(Runs.ENCODE, 1)));
        assertThatThrownBy(() -> store.append(changed))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(store.toString())
                .hasMessageContaining("run night-001 already exists with other content")
                .hasMessageContaining("never rewritten");
        assertThat(HistoryRuns.of(store).runs()).containsExactly(FIRST);
    }

    @Test
    void rejectsDuplicateIdAtAnotherTime() {
        store.append(FIRST);
        RunSummary later =
                RunSummaryBuilder.of(FIRST).time(FIRST.time().plusSeconds(3600)).build();
        assertThatThrownBy(() -> store.append(later))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("run night-001 already exists with other content");
        assertThat(HistoryRuns.of(store).runs()).containsExactly(FIRST);
    }

    @Test
    void acceptsRunsFromConcurrentWriters() throws Exception {
        int writers = 4;
        int each = 4;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                tasks.add(() -> {
                    int appended = 0;
                    // All write the same runs: each must be accepted exactly once.
                    try (HistoryStore own = open()) {
                        for (int i = 0; i < each; i++) {
                            appended += own.append(Runs.night(i, Runs.time(Runs.ENCODE, 100 + i))) ? 1 : 0;
                        }
                    }
                    return appended;
                });
            }
            int total = 0;
            for (Future<Integer> result : threads.invokeAll(tasks)) {
                total += result.get();
            }
            assertThat(total).isEqualTo(each);
        } finally {
            threads.shutdownNow();
        }
        assertThat(HistoryRuns.of(store).runs()).hasSize(each);
        assertThat(HistoryRuns.of(store).warnings()).isEmpty();
    }
}
