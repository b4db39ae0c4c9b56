// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.microbench.plan.ShardCut;
import io.microbench.plan.TiedFixture;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs three shards on real forks, each with a few milliseconds of measurement. */
class ShardedRunForkTest {

    @TempDir
    Path folder;

    private void run(String shard, Path runs, String... settings) {
        EngineTestKit.Builder kit = EngineTestKit.engine(new MicrobenchTestEngine(Kit::configuration, EngineRun::open))
                .enableImplicitConfigurationParameters(false)
                .selectors(selectClass(TiedFixture.class))
                .configurationParameter("microbench.shard", shard)
                .configurationParameter("forks", "1")
                .configurationParameter("warmupIterations", "0")
                .configurationParameter("measureIterations", "1")
                .configurationParameter("microbench.measurementTime", "10ms")
                .configurationParameter("microbench.param.size", "1")
                .configurationParameter("microbench.output", runs.toString());
        for (int i = 0; i < settings.length; i += 2) {
            kit.configurationParameter(settings[i], settings[i + 1]);
        }
        kit.execute().testEvents().assertStatistics(stats -> stats.failed(0));
    }

    private static List<RunRecord> records(Path runs) throws IOException {
        try (Stream<Path> folders = Files.list(runs)) {
            return folders.map(RunReader::read).toList();
        }
    }

    @Tag("processes")
    @Test
    void recordsEveryCaseExactlyOnceOverAllShards() throws IOException {
        Path runs = folder.resolve("runs");
        for (int number = 1; number <= 3; number++) {
            run(number + "/3", runs);
        }

        List<RunRecord> records = records(runs);
        assertThat(records.stream().flatMap(run -> run.cases().stream()))
                .allMatch(result -> result.status() == CaseResult.Status.DONE)
                .extracting(CaseResult::id)
                .extracting(CaseId::method)
                .containsExactlyInAnyOrder("alone", "direct", "heap", "lookup", "product", "sum");
        assertThat(records.stream().map(ShardCut::sizes).distinct())
                .singleElement()
                .satisfies(sizes -> assertThat(sizes.stream().filter(size -> size > 0))
                        .containsExactlyInAnyOrderElementsOf(
                                records.stream().map(run -> run.cases().size()).toList()));
    }
}
