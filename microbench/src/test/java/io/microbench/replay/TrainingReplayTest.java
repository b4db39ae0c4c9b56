// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.TriedForkRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses operations of one second, so that each point of a series is one second. */
class TrainingReplayTest {

    @TempDir
    Path folder;

    private static double[][] forks(int count, int slow) {
        double[][] forks = new double[count][];
        for (int fork = 0; fork < count; fork++) {
            forks[fork] = MadeFolder.fork(1 + 0.001 * fork, slow, 150);
        }
        return forks;
    }

    private static TrainingReplay replay(int training, Changed changed) {
        return new TrainingReplay(training, changed, ReplayRule.FORKS);
    }

    private static ReplayRecord.RuleReplay rule(ReplayRecord record, String name) {
        return record.rules().stream()
                .filter(rule -> rule.rule().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void usesEveryChoiceOfForksOnceForTraining() throws IOException {
        new MadeFolder(folder).series("one", forks(10, 0)).series("two", forks(10, 3));

        ReplayRecord record = replay(5, Changed.NOTHING).over(folder);

        assertThat(record.benchmarks()).isEqualTo(2);
        assertThat(record.forks()).isEqualTo(20);
        assertThat(record.rules())
                .extracting(ReplayRecord.RuleReplay::rule)
                .containsExactlyInAnyOrder("trained", "pilot");
        assertThat(record.rules())
                .allSatisfy(rule -> assertThat(rule.benchmarks()).hasSize(2 * 252));
        assertThat(record.notes())
                .anyMatch(note -> note.startsWith("Each of 504 choices of 5 forks was the training set once"));
    }

    @Test
    void savesTimeThatStandardRuleHasToWait() throws IOException {
        // Slow for 6 s, three points: too long for the standard rule to report steadiness before its 40 s.
        new MadeFolder(folder).series("late", forks(10, 3));

        ReplayRecord record = replay(5, Changed.NOTHING).over(folder);

        assertThat(rule(record, "trained").totals().withinSame()).isEqualTo(1);
        assertThat(rule(record, "trained").totals().timeSaved())
                .isGreaterThan(rule(record, "pilot").totals().timeSaved() + 0.01);
    }

    @Test
    void detectsFullChangeOfLevel() throws IOException {
        new MadeFolder(folder).series("late", forks(8, 3));

        ReplayRecord record = replay(5, new Changed(0.03, 1)).over(folder);

        assertThat(record.notes())
                .anyMatch(note -> note.contains("changed by +3.00%: in 56 of 56 replays the trained rule decided as"));
        assertThat(rule(record, "trained").benchmarks())
                .allSatisfy(row -> assertThat(row.value()).isCloseTo(1.03 * 1.0035, within(0.004)));
    }

    @Test
    void ignoresFourfoldWarmUp() throws IOException {
        new MadeFolder(folder).series("late", forks(8, 3));

        ReplayRecord record = replay(5, new Changed(0, 4)).over(folder);

        assertThat(rule(record, "trained").totals().withinSame()).isEqualTo(1);
        assertThat(record.notes()).contains("Every second of the first ten is replayed 4 times.");
    }

    @Test
    void skipsOrRejectsTooFewForks() throws IOException {
        new MadeFolder(folder).series("few", forks(6, 0)).series("many", forks(8, 0));

        assertThat(replay(5, Changed.NOTHING).over(folder).notes())
                .contains("few has 6 forks, fewer than 3 beside the training, and was skipped.");
        assertThatThrownBy(() -> replay(9, Changed.NOTHING).over(folder))
                .isInstanceOf(ReplayException.class)
                .hasMessage(
                        "No benchmark of " + folder
                                + " has 12 forks, 9 for the training and 3 for the night after it; ask for a training of fewer forks");
        assertThatThrownBy(() -> replay(1, Changed.NOTHING)).hasMessage("a training has 1 forks; expected 2 or more");
    }

    @Test
    void listsAllSplitsOrDrawsSome() {
        assertThat(Splits.of(4, 2))
                .containsExactly(
                        List.of(0, 1), List.of(0, 2), List.of(0, 3), List.of(1, 2), List.of(1, 3), List.of(2, 3));
        assertThat(Splits.of(10, 5)).hasSize(252).doesNotHaveDuplicates();
        assertThat(Splits.of(14, 5)).hasSize(252).doesNotHaveDuplicates().isEqualTo(Splits.of(14, 5));
    }

    @Test
    void keepsFixedNumberOfForks() throws IOException {
        new MadeFolder(folder).series("one", forks(8, 0));

        ReplayRecord record = new TrainingReplay(
                        5, Changed.NOTHING, new TriedForkRule(new ForkRule(0.03, 3, 3), TriedForkRule.Width.STUDENT))
                .over(folder);

        assertThat(rule(record, "trained").totals().forksMean()).isEqualTo(3);
    }
}
