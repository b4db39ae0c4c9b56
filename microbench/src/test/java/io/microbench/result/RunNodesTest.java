// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the nodes in a record. */
class RunNodesTest {

    private static final Calibration CALIBRATION = new Calibration(
            new ClockCheck(20, 22), Optional.of(2400.5), List.of(new CalibrationRound(Runs.START, 0.001, 0.002)));

    private static final Failure LOST =
            new Failure(Failure.Kind.NODE_LOST, "node a was lost", "", List.of(), List.of());

    private final CaseResult a = Runs.planned("a");

    @TempDir
    Path parent;

    private RunFolder create() {
        return RunFolder.create(parent, Runs.START, Runs.environment(), List.of(), List.of(a));
    }

    private static RunNode node(String name) {
        return new RunNode(name, Runs.environment());
    }

    private static ForkResult fork(int number, String node) {
        return Runs.fork(number).toBuilder().node(Optional.of(node)).build();
    }

    @Test
    void readsFinishedRunWithItsNodesAndNodeOfEachFork() {
        RunFolder folder = create();
        folder.node(node("a"));
        folder.node(node("b"));
        folder.append(a.id(), fork(1, "a"));
        folder.append(a.id(), fork(2, "b"));
        folder.node(node("a").withCalibration(CALIBRATION));
        folder.node(node("b").lost("it stopped responding"));
        RunRecord finished = folder.finish(Runs.START.plusSeconds(9));

        assertThat(RunReader.readSound(folder.path())).isEqualTo(finished);
        assertThat(finished.nodes())
                .contains(List.of(
                        node("a").withCalibration(CALIBRATION), node("b").lost("it stopped responding")));
        assertThat(finished.cases().get(0).forks())
                .extracting(ForkResult::node)
                .containsExactly(Optional.of("a"), Optional.of("b"));
    }

    @Test
    void readsJoinedNodesOfKilledRun() {
        RunFolder folder = create();
        folder.node(node("a"));
        folder.append(a.id(), fork(1, "a"));
        folder.node(node("a").lost("its process ended"));

        assertThat(RunReader.readSound(folder.path()))
                .isEqualTo(folder.record())
                .satisfies(run ->
                        assertThat(run.nodes()).contains(List.of(node("a").lost("its process ended"))))
                .satisfies(run -> assertThat(run.cases().get(0).forks()).containsExactly(fork(1, "a")));
    }

    @Test
    void readsRunOnOneMachineWithoutNodes() throws Exception {
        RunFolder folder = create();
        folder.append(a.id(), Runs.fork(1));
        assertThat(Files.readString(folder.path().resolve(RunFolder.JOURNAL))).doesNotContain("node", "leftOut");
        folder.finish(Runs.START.plusSeconds(9));

        assertThat(Files.readString(folder.path().resolve(RunFolder.RECORD))).doesNotContain("node");
    }

    @Test
    void keepsLostForksInRecordButNotInNumbers() {
        RunFolder folder = create();
        Optional<Failure> own = Optional.of(Runs.failure());
        ForkResult failed = fork(2, "a").toBuilder().failure(own).build();
        folder.append(a.id(), fork(1, "a"));
        folder.append(a.id(), failed);
        folder.leaveOut(a.id(), LOST);
        folder.append(a.id(), fork(3, "b"));

        CaseResult read = RunReader.read(folder.path()).cases().get(0);
        assertThat(read).isEqualTo(folder.record().cases().get(0));
        ForkResult lost = fork(1, "a").toBuilder().failure(Optional.of(LOST)).build();
        assertThat(read.forks()).containsExactly(lost, failed, fork(3, "b"));
        assertThat(lost.iterations()).isEqualTo(Runs.fork(1).iterations());
        assertThat(lost.measured()).isEmpty();
        assertThat(read.forksWithValue()).containsExactly(fork(3, "b"));
        assertThat(read.leftOut())
                .isEqualTo(
                        "1 of 3 forks ended with a lost host or node and is left out; 1 of 3 forks delivered no finite score and is"
                                + " left out");
    }

    @Test
    void returnsEnvironmentOfNodeForFork() {
        Environment other = Environment.builder().host("b").build();
        RunFolder folder = create();
        folder.node(new RunNode("b", other));
        RunRecord run = folder.record();

        assertThat(run.environment(fork(1, "b"))).isEqualTo(other);
        assertThat(run.environment(Runs.fork(1))).isEqualTo(Runs.environment());
        assertThat(run.node(Runs.fork(1))).isEmpty();
    }

    @Test
    void rejectsForkOfUndescribedNode() {
        RunFolder folder = create();
        folder.append(a.id(), fork(1, "c"));

        assertThatExceptionOfType(UnreadableRunException.class)
                .isThrownBy(() -> RunReader.readSound(folder.path()))
                .withMessageEndingWith(
                        "case " + a.id() + ": fork 1 ran on the node c, which the run does not describe");
    }

    @Test
    void rejectsDuplicateNode() throws Exception {
        RunFolder folder = create();
        folder.node(node("a"));
        folder.node(node("b"));
        Path file = folder.path().resolve(RunFolder.RECORD);
        Files.writeString(file, Files.readString(file).replace("\"b\"", "\"a\""));

        assertThatExceptionOfType(UnreadableRunException.class)
                .isThrownBy(() -> RunReader.readSound(folder.path()))
                .withMessageEndingWith("node a occurs twice, so it is unknown which forks belong to which");
    }

    @Test
    void masksSecretsInReasonForLostNode() {
        assertThat(node("a").lost("java -Ddb.password=hunter2 ended").lost().orElseThrow())
                .doesNotContain("hunter2");
    }
}
