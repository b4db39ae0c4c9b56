// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.merge;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.IterationResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.settings.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Creates runs of shards for tests. */
final class MadeShards {

    static final SettingValue FORKS = new SettingValue("forks", "2", "system property");

    private MadeShards() {}

    static CaseId id(String method, int size, int threads) {
        return new CaseId(
                "com.acme.CodecBenchmark",
                method,
                new TreeMap<>(Map.of("size", Integer.toString(size))),
                threads,
                Optional.empty());
    }

    static CaseResult done(CaseId id) {
        CasePlan plan =
                CasePlan.builder(Mode.AVERAGE_TIME).threads(id.threads()).build();
        return MadeRecords.done(
                id,
                plan,
                new Metric(7, 0.1, "ns/op"),
                IntStream.rangeClosed(1, 2)
                        .mapToObj(number -> MadeRecords.fork(number)
                                .iterations(List.of(
                                        MadeRecords.iteration(IterationResult.Phase.MEASUREMENT, 1, 6.0 + number)))
                                .build())
                        .toList());
    }

    static CaseResult planned(CaseId id) {
        return CaseResult.planned(id, done(id).plan());
    }

    static SettingValue setting(Shard shard) {
        return new SettingValue("microbench.shard", shard.toString(), "system property");
    }

    static RunRecord run(Shard shard, List<CaseResult> cases) {
        return run(shard, cases, List.of(FORKS));
    }

    static RunRecord run(Shard shard, List<CaseResult> cases, List<SettingValue> settings) {
        List<SettingValue> all = new ArrayList<>(settings);
        all.add(setting(shard));
        RunRecord made = MadeRecords.run(
                "run-" + shard.number(),
                MadeRecords.machine().host("host-" + shard.number()).build());
        return new RunRecord(
                made.schemaVersion(),
                made.id(),
                made.start().plusSeconds(shard.number()),
                made.end().map(end -> end.plus(Duration.ofMinutes(shard.number()))),
                made.environment(),
                all,
                cases,
                Optional.empty());
    }

    static ShardRun shard(Shard shard, CaseResult... cases) {
        return ShardRun.of("run-" + shard.number(), run(shard, List.of(cases)));
    }

    /** Returns cases with a few methods, sizes and numbers of threads. */
    static List<CaseResult> cases(RandomGenerator random) {
        List<CaseResult> cases = new ArrayList<>();
        for (int method = random.nextInt(1, 5); method > 0; method--) {
            for (int size : new int[] {10, 100, 1000}) {
                for (int threads : new int[] {1, 2, 10}) {
                    cases.add(done(id("m" + method, size, threads)));
                }
            }
        }
        return cases;
    }
}
