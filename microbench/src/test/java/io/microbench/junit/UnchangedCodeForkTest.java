// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventStatistics;
import org.junit.platform.testkit.engine.Events;

/** Measures two cases on two nights; one of them is skipped on the second. */
@Tag("processes")
class UnchangedCodeForkTest {

    @TempDir
    private Path folder;

    private Events run(String name, String history, String unchanged, String... methods) {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "warmupIterations", "1",
                "measureIterations", "2",
                "forks", "1",
                "microbench.warmupTime", "10ms",
                "microbench.measurementTime", "10ms",
                "microbench.starvation", "100%",
                "microbench.history", folder.resolve(history).toString(),
                "microbench.output", folder.resolve(name).toString(),
                "microbench.unchanged", unchanged));
        return EngineTestKit.engine(new MicrobenchTestEngine(Kit::configuration, EngineRun::open))
                .enableImplicitConfigurationParameters(false)
                .selectors(List.of(methods).stream()
                        .map(method -> selectMethod(OutsideFixture.class, method))
                        .toList())
                .configurationParameters(settings)
                .execute()
                .testEvents();
    }

    /** Copies the measurements to a history as if the machine had been idle, because starved values are ignored. */
    private void copyToIdleHistory() {
        try (HistoryStore busy = HistoryStore.open(folder.resolve("busy").toString());
                HistoryStore idle = HistoryStore.open(folder.resolve("history").toString())) {
            for (RunSummary run : busy.read(Optional.empty(), warning -> {})) {
                RunSummary whole = busy.whole(run);
                idle.append(RunSummaryBuilder.of(whole)
                        .cases(whole.cases().stream()
                                .map(each -> CaseSummaryBuilder.of(each)
                                        .starved(OptionalDouble.empty())
                                        .build())
                                .toList())
                        .build());
            }
        }
    }

    @Test
    void skipsCaseWithUnchangedCodeUnlessItDependsOnMore() throws Exception {
        run("first", "busy", "skip:7", "plain", "environment")
                .assertStatistics(stats -> stats.succeeded(2).skipped(0));

        copyToIdleHistory();
        Events second = run("second", "history", "skip:7", "plain", "environment");

        second.assertStatistics(stats -> stats.succeeded(1).skipped(1));
        assertThat(second.skipped().stream()).singleElement().satisfies(skipped -> assertThat(
                        skipped.getPayload().orElseThrow().toString())
                .startsWith("runs the same code as in run "));
        run("third", "history", "measure", "plain").assertStatistics(stats -> stats.succeeded(1));

        run("fourth", "history", "skip:7", "plain")
                .assertStatistics((EventStatistics stats) -> stats.skipped(1).failed(0));
        assertThat(Files.exists(folder.resolve("fourth"))).isFalse();
    }
}
