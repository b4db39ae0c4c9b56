// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two real forks at the same time, each with a few milliseconds of measurement. */
@Tag("processes")
class SimultaneousComparisonForkTest {

    @TempDir
    Path folder;

    @BeforeEach
    void requireTwoProcessors() {
        assumeThatCode(() -> SimultaneousComparison.halves(Path.of("/"), System.getenv("PATH")))
                .doesNotThrowAnyException();
    }

    private List<ForkResult> forks(Path record, String side) {
        CaseResult result = RunReader.read(record.resolve(side)).cases().get(0);
        assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(result.forks()).hasSize(3);
        return result.forks();
    }

    @Test
    void runsForksSimultaneouslyOnSeparateProcessors() throws Exception {
        Build build = Build.ofClassPath(
                Path.of(TwinFixture.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString(),
                folder);
        Map<String, String> settings = Map.of(
                "microbench.cases", "TwinFixture.one",
                "microbench.output", folder.resolve("out").toString(),
                "warmupIterations", "1",
                "measureIterations", "3",
                "microbench.warmupTime", "20ms",
                "microbench.measurementTime", "20ms");
        List<String> said = new ArrayList<>();
        Path record;
        try (InterleavedComparison opened = InterleavedComparison.open(
                build,
                build,
                new Limits(Duration.ofMinutes(10), 3, 3, 0.01, 0.01),
                settings,
                true,
                List.of(),
                said::add,
                line -> {})) {
            InterleavedComparison.Result result = opened.run();
            record = opened.folder();
            assertThat(result.failures()).isEmpty();
            assertThat(result.comparison().sideBySide().orElseThrow()).startsWith("Measured side by side: ");
            assertThat(result.comparison().verdicts())
                    .singleElement()
                    .satisfies(verdict -> assertThat(verdict.baselineForks()).isEqualTo(3));
            assertThat(ComparisonFolder.read(record)).isEqualTo(result.comparison());
        }
        ProcessorHalves halves = SimultaneousComparison.halves(Path.of("/"), System.getenv("PATH"));
        assertThat(said).contains(SimultaneousComparison.announcement(halves));
        assertThat(Files.readString(record.resolve(ComparisonFolder.RECORD))).contains("\"sideBySide\"", "\"first\"");

        List<ForkResult> before = forks(record, "old");
        List<ForkResult> after = forks(record, "new");
        for (int i = 0; i < before.size(); i++) {
            ForkResult one = before.get(i);
            ForkResult other = after.get(i);
            assertThat(one.start()).isBefore(other.end());
            assertThat(other.start()).isBefore(one.end());
            assertThat(List.of(processors(one), processors(other)))
                    .containsExactlyInAnyOrder(halves.first(), halves.second());
            assertThat(one.jvmArgs()).anyMatch(argument -> argument.startsWith("-XX:ActiveProcessorCount="));
            assertThat(one.echo().get("jvm.arguments")).contains("-XX:ActiveProcessorCount=", "GC");
            assertThat(one.echo().get("jvm.arguments")).doesNotContain("barrier");
        }
        assertThat(processors(before.get(0)))
                .isNotEqualTo(processors(before.get(1)))
                .isEqualTo(processors(before.get(2)));
    }

    private static String processors(ForkResult fork) {
        return fork.echo().getOrDefault("os.processors", "");
    }
}
