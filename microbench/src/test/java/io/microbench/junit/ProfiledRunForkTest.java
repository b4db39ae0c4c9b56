// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.microbench.fixture.UserFixture;
import io.microbench.result.CaseResult;
import io.microbench.result.Profile;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs a case with a fixture in a real fork, and two forks with profilers. */
@Tag("processes")
class ProfiledRunForkTest {

    @TempDir
    Path folder;

    @Test
    void profilesSeparateForks() throws IOException {
        String printed =
                Printed.by(() -> EngineTestKit.engine(new MicrobenchTestEngine(Kit::configuration, EngineRun::open))
                        .enableImplicitConfigurationParameters(false)
                        .selectors(selectMethod(UserFixture.class, "sound"))
                        .configurationParameters(Map.of(
                                "forks", "1",
                                "warmupIterations", "1",
                                "measureIterations", "2",
                                "microbench.warmupTime", "20ms",
                                "microbench.measurementTime", "20ms",
                                "microbench.fixtureWarmup", "0",
                                "microbench.profile", "jfr,gc",
                                "microbench.output", folder.resolve("runs").toString()))
                        .execute()
                        .testEvents()
                        .assertStatistics(stats -> stats.succeeded(1).failed(0)));

        Path run = only(folder.resolve("runs"));
        RunRecord record = RunReader.read(run);
        CaseResult sound = record.cases().get(0);
        assertThat(sound.forks()).hasSize(1);
        assertThat(sound.plan().profilers()).containsExactly("gc");
        List<Profile> profiles = sound.profiles().orElseThrow();
        assertThat(profiles).extracting(Profile::profiler).containsExactly("jfr", "gc");
        assertThat(profiles).allSatisfy(profile -> assertThat(profile.failure()).isEmpty());
        assertThat(profiles.get(0).files().get(0))
                .startsWith("profiles/UserFixture.sound")
                .endsWith(".jfr");
        assertThat(run.resolve(profiles.get(0).files().get(0))).isNotEmptyFile();
        assertThat(profiles.get(1).metrics()).containsKey("gc.alloc.rate.norm");
        // The fixture was closed after its last measured fork, and started once more for both profilers.
        assertThat(record.fixtures().orElseThrow()).hasSize(2);
        assertThat(Files.readString(run.resolve("report.html"))).contains("id=\"profiles\"", "gc.alloc.rate.norm");
        assertThat(printed)
                .contains("# Afterwards 2 forks with profilers (jfr, gc), not part of any score, about ")
                .contains("# Profile 2 of 2, not part of any score: gc of " + sound.id())
                .contains("# Recording of " + sound.id() + ": " + run.resolve("profiles"));
    }

    private static Path only(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.findFirst().orElseThrow();
        }
    }
}
