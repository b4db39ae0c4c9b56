// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.merge;

import static io.microbench.merge.MadeShards.done;
import static io.microbench.merge.MadeShards.id;
import static io.microbench.merge.MadeShards.planned;
import static io.microbench.merge.MadeShards.shard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.merge.ShardMerge.MergedRun;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.Profile;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Shard;
import io.microbench.text.UserException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardMergeTest {

    private static final CaseResult A = done(id("a", 10, 1));
    private static final CaseResult B = done(id("b", 10, 1));

    private static Shard half(int number) {
        return new Shard(number, 2);
    }

    private static void refused(String message, boolean partial, ShardRun... shards) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ShardMerge.of(List.of(shards), partial))
                .withMessage(message)
                .extracting(UserException::exitStatus)
                .isEqualTo(UserException.USAGE);
    }

    private static ShardRun changed(ShardRun shard, UnaryOperator<Environment.Builder> change) {
        RunRecord run = shard.run();
        return new ShardRun(
                shard.place(),
                new RunRecord(
                        run.schemaVersion(),
                        run.id(),
                        run.start(),
                        run.end(),
                        change.apply(MadeRecords.machine()).build(),
                        run.settings(),
                        run.cases(),
                        run.calibration()),
                shard.shard());
    }

    private static ShardRun killed(ShardRun shard) {
        RunRecord run = shard.run();
        return new ShardRun(
                shard.place(),
                new RunRecord(
                        run.schemaVersion(),
                        run.id(),
                        run.start(),
                        Optional.empty(),
                        run.environment(),
                        run.settings(),
                        run.cases(),
                        run.calibration()),
                shard.shard());
    }

    @Test
    void mergesOneToSevenShardsIntoWholeRun() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int count = 1 + seed % 7;
            List<CaseResult> whole = MadeShards.cases(random);
            List<List<CaseResult>> parts = Stream.generate(() -> (List<CaseResult>) new ArrayList<CaseResult>())
                    .limit(count)
                    .toList();
            whole.forEach(result -> parts.get(random.nextInt(count)).add(result));
            List<ShardRun> shards = new ArrayList<>(IntStream.range(0, count)
                    .mapToObj(i -> shard(new Shard(i + 1, count), parts.get(i).toArray(CaseResult[]::new)))
                    .toList());
            MergedRun inOrder = ShardMerge.of(shards, false);
            Collections.shuffle(shards, random);
            MergedRun merged = ShardMerge.of(shards, false);

            assertThat(merged).as("seed %d, in another order", seed).isEqualTo(inOrder);
            assertThat(merged.lacks()).isEmpty();
            assertThat(merged.run().cases())
                    .as("seed %d", seed)
                    .extracting(CaseResult::id)
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(
                            whole.stream().map(CaseResult::id).toList());
            for (int i = 0; i < count; i++) {
                List<CaseId> ids = parts.get(i).stream().map(CaseResult::id).toList();
                String node = "shard " + (i + 1) + "/" + count;
                assertThat(merged.run().cases().stream()
                                .filter(result -> ids.contains(result.id()))
                                .flatMap(result -> result.forks().stream())
                                .map(ForkResult::node))
                        .allMatch(Optional.of(node)::equals);
            }
        }
    }

    @Test
    void resolvesProfilerFiles() {
        Path elsewhere = Path.of("there/is/another.jfr").toAbsolutePath();
        Profile profile =
                new Profile("jfr", Map.of(), List.of("profiles/a.jfr", elsewhere.toString()), Optional.empty());
        RunRecord one = MadeShards.run(
                half(1),
                List.of(A.withProfiles(List.of(profile))),
                List.of(new SettingValue("microbench.profile", "jfr", "system property")));
        RunRecord two = MadeShards.run(half(2), List.of(B), List.of());

        MergedRun merged =
                ShardMerge.of(List.of(ShardRun.of("runs/first", one), ShardRun.of("runs/second", two)), false);

        assertThat(merged.run().cases().get(0).profiles().orElseThrow().get(0).files())
                .containsExactly(
                        Path.of("runs/first/profiles/a.jfr").toAbsolutePath().toString(), elsewhere.toString());
        assertThat(merged.run().cases().get(1).profiles()).isEmpty();
    }

    @Test
    void sortsThreadsNumerically() {
        MergedRun merged = ShardMerge.of(
                List.of(
                        shard(half(1), done(id("a", 10, 10)), done(id("a", 10, 1))),
                        shard(half(2), done(id("a", 10, 2)))),
                false);

        assertThat(merged.run().cases())
                .extracting(result -> result.id().threads())
                .containsExactly(1, 2, 10);
    }

    @Test
    void sortsNameBeforeItsExtension() {
        MergedRun merged =
                ShardMerge.of(List.of(shard(half(1), named("POOLED_X")), shard(half(2), named("POOLED"))), false);

        assertThat(merged.run().cases())
                .extracting(result -> result.id().parameters().get("allocator"))
                .containsExactly("POOLED", "POOLED_X");
    }

    private static CaseResult named(String allocator) {
        return done(new CaseId("a.A", "m", new TreeMap<>(Map.of("allocator", allocator)), 1, Optional.empty()));
    }

    @Test
    void recordsEachShardAsNode() {
        MergedRun merged = ShardMerge.of(List.of(shard(half(2), B), shard(half(1), A)), false);

        assertThat(merged.run().nodes().orElseThrow())
                .extracting(RunNode::name, node -> node.environment().host(), RunNode::lost)
                .containsExactly(
                        tuple("shard 1/2", "host-1", Optional.empty()), tuple("shard 2/2", "host-2", Optional.empty()));
        assertThat(merged.run().settings()).containsExactly(MadeShards.FORKS);
        assertThat(merged.run().start()).isEqualTo(shard(half(1), A).run().start());
        assertThat(merged.run().end()).isEqualTo(shard(half(2), B).run().end());
    }

    @Test
    void keepsNodeNamesOfShard() {
        RunNode own = new RunNode("a", Environment.builder().build());
        CaseResult onIt = A.withForks(A.forks().stream()
                .map(fork -> fork.toBuilder().node(Optional.of("a")).build())
                .toList());
        RunRecord run = MadeShards.run(half(1), List.of(onIt)).with(own);
        MergedRun merged = ShardMerge.of(List.of(ShardRun.of("run-1", run), shard(half(2), B)), false);

        assertThat(merged.run().nodes().orElseThrow())
                .extracting(RunNode::name)
                .containsExactly("shard 1/2 a", "shard 2/2");
        assertThat(merged.run().cases().get(0).forks())
                .extracting(ForkResult::node)
                .containsOnly(Optional.of("shard 1/2 a"));
    }

    @Test
    void rejectsCaseInTwoRuns() {
        refused(
                "The case " + A.id()
                        + " is in two runs: shard 1/2 in run-1, and shard 2/2 in run-2. Omit one of the runs,"
                        + " or measure shards of the same set of cases",
                true,
                shard(half(1), A),
                shard(half(2), B, A));
    }

    @Test
    void rejectsMissingShardUnlessPartial() {
        ShardRun only = shard(new Shard(2, 3), A);
        refused(
                "There are no runs of the shards 1/3, 3/3. Measure the missing part, or merge the existing runs with"
                        + " --partial",
                false,
                only);

        MergedRun merged = ShardMerge.of(List.of(only), true);
        assertThat(merged.lacks()).containsExactly("There are no runs of the shards 1/3, 3/3");
        assertThat(merged.run().nodes().orElseThrow())
                .extracting(RunNode::name, RunNode::lost)
                .containsExactly(
                        tuple("shard 2/3", Optional.empty()),
                        tuple("shard 1/3", Optional.of("its run was not merged")),
                        tuple("shard 3/3", Optional.of("its run was not merged")));
    }

    @Test
    void rejectsKilledRunUnlessPartial() {
        ShardRun killed = killed(shard(half(2), B, planned(id("c", 10, 1))));
        String lack = "run-2, shard 2/2: the run was killed, or is still running, with 1 of 2 cases unfinished";
        refused(
                lack + ". Measure the missing part, or merge the existing runs with --partial",
                false,
                shard(half(1), A),
                killed);

        MergedRun merged = ShardMerge.of(List.of(shard(half(1), A), killed), true);
        assertThat(merged.lacks()).containsExactly(lack);
        assertThat(merged.run().cases())
                .extracting(CaseResult::status)
                .containsExactly(CaseResult.Status.DONE, CaseResult.Status.DONE, CaseResult.Status.PLANNED);
        assertThat(merged.run().nodes().orElseThrow().get(1).lost())
                .contains("the run was killed, or is still running, with 1 of 2 cases unfinished");
        assertThat(merged.run().end())
                .as("the end of the last fork")
                .isEqualTo(shard(half(1), A).run().end());
    }

    @Test
    void rejectsStoppedRunUnlessPartial() {
        ShardRun stopped = shard(half(2), planned(id("c", 10, 1)));
        refused(
                "run-2, shard 2/2: the run was stopped with 1 of 1 case unfinished. Measure the missing part, or merge"
                        + " the existing runs with --partial",
                false,
                shard(half(1), A),
                stopped);
        assertThat(ShardMerge.of(List.of(shard(half(1), A), stopped), true).lacks())
                .hasSize(1);
    }

    @Test
    void rejectsDifferentNumbersOfShards() {
        refused(
                "run-1 and run-3 have different plans: the number of shards is 2 in the first and 4 in the second."
                        + " Merge only shards of one suite that were measured with the same settings",
                true,
                shard(half(1), A),
                shard(new Shard(3, 4), B));
    }

    @Test
    void rejectsDifferentCuts() {
        refused(
                "run-1 and run-2 have different plans: the division of the cases is 1+1 cases, SHA-256 0 in the first and 2+1"
                        + " cases, SHA-256 1 in the second. Merge only shards of one suite that were measured with the same"
                        + " settings",
                true,
                with(half(1), A, new SettingValue("shardCut", "1+1 cases, SHA-256 0", "computed")),
                with(half(2), B, new SettingValue("shardCut", "2+1 cases, SHA-256 1", "computed")));
    }

    @Test
    void acceptsMissingRunOfEmptyShard() {
        SettingValue cut = new SettingValue("shardCut", "1+0+1 cases, SHA-256 0", "computed");
        MergedRun merged = ShardMerge.of(List.of(with(new Shard(1, 3), A, cut), with(new Shard(3, 3), B, cut)), false);

        assertThat(merged.run().nodes().orElseThrow())
                .extracting(RunNode::name)
                .containsExactly("shard 1/3", "shard 3/3");
        assertThat(merged.run().settings()).as("the merged run is not a shard").isEmpty();
    }

    @Test
    void rejectsDifferentCodeOrTools() {
        ShardRun one = shard(half(1), A);
        ShardRun two = shard(half(2), B);
        refused(
                plans("the commit is 8f62348 with uncommitted changes in the first and 0000000 in the second"),
                true,
                one,
                changed(two, machine -> machine.commit(Optional.of("0000000")).dirty(Optional.of(false))));
        refused(
                plans("the commit is 8f62348 with uncommitted changes in the first and 8f62348 in the second"),
                true,
                one,
                changed(two, machine -> machine.dirty(Optional.of(false))));
        refused(
                plans("the version of Microbench is 0.1.0 in the first and 0.2.0 in the second"),
                true,
                one,
                changed(two, machine -> machine.harness("0.2.0")));
        refused(
                plans("the version of JMH is 1.37 in the first and 1.36 in the second"),
                true,
                one,
                changed(two, machine -> machine.jmh("1.36")));
    }

    private static String plans(String what) {
        return "run-1 and run-2 have different plans: " + what
                + ". Merge only shards of one suite that were measured with the same settings";
    }

    private static ShardRun with(Shard shard, CaseResult result, SettingValue... settings) {
        return ShardRun.of("run-" + shard.number(), MadeShards.run(shard, List.of(result), List.of(settings)));
    }

    @Test
    void rejectsDifferentKnownClassPaths() {
        String digest = "0123456789abcdef".repeat(4);
        ShardRun one = changed(shard(half(1), A), machine -> machine.classPath(Optional.of(digest)));
        ShardRun two = shard(half(2), B);

        refused(
                plans("the class path is one with the digest 0123456789ab... in the first and one with the digest"
                        + " fedc00000000... in the second"),
                true,
                one,
                changed(two, machine -> machine.classPath(Optional.of("fedc" + "0".repeat(60)))));
        assertThat(ShardMerge.of(List.of(one, changed(two, machine -> machine.classPath(Optional.of(digest)))), false)
                        .lacks())
                .isEmpty();
        assertThat(ShardMerge.of(List.of(one, two), false).lacks())
                .as("an older record")
                .isEmpty();
    }

    @Test
    void acceptsShardsOfSeparateClusters() {
        List<SettingValue> settings = List.of(
                MadeShards.FORKS,
                new SettingValue("microbench.nodes", "a,b", "system property"),
                new SettingValue("microbench.join", "10.0.0.7:7800", "system property"),
                new SettingValue("microbench.cluster.bind", "10.0.0.8", "system property"));
        ShardRun one = ShardRun.of("run-1", MadeShards.run(half(1), List.of(A), settings));

        assertThat(ShardMerge.of(List.of(one, shard(half(2), B)), false).run().settings())
                .extracting(SettingValue::name)
                .doesNotContain("microbench.nodes", "microbench.join", "microbench.cluster.bind");
    }

    @Test
    void rejectsDifferentSettings() {
        refused(
                plans("the setting forks is 2 in the first and 3 in the second"),
                true,
                shard(half(1), A),
                with(half(2), B, new SettingValue("forks", "3", "system property")));
        refused(
                plans("the setting forks is not set in the first and 2 in the second"),
                true,
                with(half(1), A),
                shard(half(2), B));
    }

    @Test
    void ignoresSourcesOfSettingsAndFolders() {
        SettingValue here = new SettingValue("forks", "2", "microbench.properties");
        SettingValue files = new SettingValue("microbench.output", "there", "system property");

        assertThat(ShardMerge.of(List.of(shard(half(1), A), with(half(2), B, here, files)), false)
                        .lacks())
                .isEmpty();
    }

    @Test
    void rejectsRunThatIsNotAShard() {
        RunRecord run = MadeShards.run(half(1), List.of(A));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ShardRun.of("here", MadeRecords.run("x", run.environment(), A)))
                .withMessage("here is not the run of a shard: it was measured without -Dmicrobench.shard=K/N. Omit it,"
                        + " or measure it as a shard of the same suite");
    }

    @Test
    void rejectsEmptyList() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ShardMerge.of(List.of(), false, done -> {}))
                .withMessage("There is no run to merge. Specify the folders of the shards' runs");
    }
}
