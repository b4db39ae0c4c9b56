// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.TrainingNight;
import io.microbench.history.TrainingNight.Trainings;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Trains with real forks of three seconds, and plans a measurement from the result. */
@Tag("processes")
class TrainingForkTest {

    private static final String CASE = "io.microbench.junit.JudgedFixture.plain:threads=1";

    @TempDir
    Path folder;

    private RunRecord run(String name, Map<String, String> settings) throws Exception {
        Path runs = folder.resolve(name);
        EngineTestKit.engine(new MicrobenchTestEngine(Kit::configuration, EngineRun::open))
                .enableImplicitConfigurationParameters(false)
                .selectors(selectMethod(JudgedFixture.class, "plain"))
                .configurationParameters(Map.of(
                        "warmupIterations", "1",
                        "measureIterations", "2",
                        "microbench.warmupTime", "1s",
                        "microbench.measurementTime", "1s",
                        "microbench.starvation", "100%",
                        "microbench.history", folder.resolve("history").toString(),
                        "microbench.output", runs.toString()))
                .configurationParameters(settings)
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(1).failed(0));
        try (Stream<Path> files = Files.list(runs)) {
            return RunReader.readSound(files.findFirst().orElseThrow());
        }
    }

    @Test
    void plansNextRunFromTraining() throws Exception {
        RunRecord training = run("training", Map.of("microbench.training", "2"));
        Trainings known;
        try (HistoryStore store = HistoryStore.open(folder.resolve("history").toString())) {
            known = store.trainings(warning -> {});
        }
        TrainingNight night =
                known.latest(CASE, Fingerprint.of(EnvironmentProbe.here())).orElseThrow();
        assertThat(night.id()).isEqualTo(training.id());
        assertThat(training.cases().get(0).forks()).hasSize(2).allSatisfy(fork -> assertThat(fork.iterations())
                .hasSizeGreaterThan(10));

        RunRecord later = run("later", Map.of("microbench.precision", "5%", "microbench.forkRange", "..3"));
        AdaptivePlan plan = later.cases().get(0).plan().adaptive().orElseThrow();
        assertThat(plan.training()).contains(training.id());
        assertThat(plan.rule()).startsWith("trained:");
        // If the first fork does not confirm the training, later forks continue without it.
        ForkResult first = later.cases().get(0).forks().get(0);
        assertThat(first.stop().orElseThrow().rule()).isEqualTo(plan.rule());
    }
}
