// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.settings.Shard;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-jdk")
class ShardCutTest {

    private static final int TRIALS = 60;

    private static ShardCut cut(List<PlannedCase> cases, int number, int count) {
        return ShardCut.of(cases, new Shard(number, count));
    }

    /** Returns the shard of each case, after checking that it is in exactly one. */
    private static Map<CaseId, Integer> shards(List<PlannedCase> cases, int count) {
        Map<CaseId, Integer> shards = new HashMap<>();
        for (int number = 1; number <= count; number++) {
            ShardCut cut = ShardCut.of(cases, new Shard(number, count));
            for (PlannedCase planned : cases) {
                if (cut.has(planned.id()) && shards.put(planned.id(), number) != null) {
                    throw new AssertionError(planned.id().text() + " is in two shards");
                }
            }
        }
        assertThat(shards).hasSize(cases.size());
        return shards;
    }

    private static boolean isSplit(List<PlannedCase> unit, Map<CaseId, Integer> shards) {
        return unit.stream().map(planned -> shards.get(planned.id())).distinct().count() != 1;
    }

    @Test
    void putsEveryCaseInOneShardWithoutSplittingUnits() {
        RandomGenerator random = Loads.seeded(8);
        for (int trial = 0; trial < TRIALS; trial++) {
            List<PlannedCase> cases = TiedCases.random(random);
            for (int count = 1; count <= 7; count++) {
                Map<CaseId, Integer> shards = shards(cases, count);
                assertThat(CaseUnits.of(cases).values().stream().filter(unit -> isSplit(unit, shards)))
                        .isEmpty();
            }
        }
    }

    @Test
    void ignoresOrderOfPlan() {
        List<PlannedCase> cases = TiedCases.random(Loads.seeded(9));
        List<PlannedCase> shuffled = new ArrayList<>(cases);
        Collections.shuffle(shuffled, new Random(10));

        assertThat(cut(shuffled, 1, 3).mark()).isEqualTo(cut(cases, 1, 3).mark());
        assertThat(shards(shuffled, 3)).isEqualTo(shards(cases, 3));
    }

    @Test
    void usesSameMarkForAllShardsOfRun() {
        List<PlannedCase> cases = TiedCases.random(Loads.seeded(11));

        assertThat(IntStream.rangeClosed(1, 5)
                        .mapToObj(number -> cut(cases, number, 5).mark())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void includesSizesOfShardsInMark() {
        List<PlannedCase> cases = List.of(
                TiedCases.planned("p.C", "heap", 1, 1),
                TiedCases.planned("p.C", "heap", 1, 2),
                TiedCases.planned("p.C", "direct", 1, 1));

        assertThat(cut(cases, 1, 2).mark().name()).isEqualTo("shardCut");
        assertThat(cut(cases, 1, 2).mark().value()).matches("(3\\+0|0\\+3) cases, SHA-256 [0-9a-f]{64}");
    }

    @Test
    void readsSizesOfAllShardsFromOneRecord() {
        List<PlannedCase> cases = IntStream.range(0, 6)
                .mapToObj(i -> TiedCases.planned("p.C" + i, "alone", 1, 1))
                .toList();

        assertThat(ShardCut.sizes(run(cut(cases, 1, 3).mark()))).containsExactly(2, 2, 2);
        assertThat(ShardCut.sizes(run(cut(cases.subList(0, 1), 2, 2).mark()))).containsExactlyInAnyOrder(0, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?", "+1 cases", "1+ cases", "9999999999 cases", "-1+2 cases", "1+2"})
    void returnsNoSizesForOtherRecord(String value) {
        assertThat(ShardCut.sizes(run(new SettingValue(ShardCut.NAME, value, "test"))))
                .isEmpty();
        assertThat(ShardCut.sizes(run())).isEmpty();
    }

    private static RunRecord run(SettingValue... settings) {
        RunRecord made = MadeRecords.run("r", MadeRecords.machine().build());
        return new RunRecord(
                made.schemaVersion(),
                made.id(),
                made.start(),
                made.end(),
                made.environment(),
                List.of(settings),
                made.cases(),
                made.calibration());
    }

    @Test
    void changesMarkWithCasesOrNumberOfShards() {
        List<PlannedCase> cases = TiedCases.random(Loads.seeded(13));
        List<PlannedCase> fewer = cases.subList(0, cases.size() - 1);

        assertThat(List.of(
                        cut(cases, 1, 4).mark(),
                        cut(fewer, 1, 4).mark(),
                        cut(cases, 1, 5).mark()))
                .doesNotHaveDuplicates();
    }

    @Test
    void describesShardAndItsPart() {
        List<PlannedCase> one = List.of(TiedCases.planned("p.C", "alone", 1, 1));
        List<String> texts = IntStream.rangeClosed(1, 2)
                .mapToObj(number -> cut(one, number, 2).text())
                .toList();

        assertThat(List.of(
                        List.of("Shard 1/2: 1 of 1 case", "Shard 2/2: 0 of 1 case"),
                        List.of("Shard 1/2: 0 of 1 case", "Shard 2/2: 1 of 1 case")))
                .contains(texts);
        assertThat(cut(one, 1, 1).hasCases()).isTrue();
        assertThat(cut(List.of(), 1, 1).hasCases()).isFalse();
    }
}
