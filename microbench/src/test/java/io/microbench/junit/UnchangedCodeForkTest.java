// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventStatistics;
import org.junit.platform.testkit.engine.Events;

/** Measures two cases on two nights, of which one is left out on the second. */
@Tag("processes")
class UnchangedCodeForkTest {

    @TempDir
    private Path folder;

    private Events run(String name, String unchanged, String... methods) {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "warmupIterations", "1",
                "measureIterations", "2",
                "forks", "1",
                "microbench.warmupTime", "10ms",
                "microbench.measurementTime", "10ms",
                "microbench.starvation", "100%",
                "microbench.history", folder.resolve("history").toString(),
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

    @Test
    void aCaseWhoseCodeIsTheSameIsLeftOutUnlessItDependsOnMore() throws Exception {
        run("first", "skip:7", "plain", "environment")
                .assertStatistics(stats -> stats.succeeded(2).skipped(0));

        Events second = run("second", "skip:7", "plain", "environment");

        second.assertStatistics(stats -> stats.succeeded(1).skipped(1));
        assertThat(second.skipped().stream()).singleElement().satisfies(skipped -> assertThat(
                        skipped.getPayload().orElseThrow().toString())
                .startsWith("runs the same code as in run "));
        run("third", "measure", "plain").assertStatistics(stats -> stats.succeeded(1));

        run("fourth", "skip:7", "plain")
                .assertStatistics((EventStatistics stats) -> stats.skipped(1).failed(0));
        assertThat(Files.exists(folder.resolve("fourth"))).isFalse();
    }
}
