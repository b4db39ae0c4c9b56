// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.RunReader;
import io.microbench.run.CompiledSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two builds whose method bodies take the same time, but whose units do not. */
@Tag("processes")
class SlowUnitForkTest {

    @TempDir
    Path folder;

    private Build withUnit(int millis) throws IOException {
        Path tests = Path.of(UnitFixture.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String name = UnitFixture.class.getName().replace('.', '/') + ".java";
        String original = Files.readString(Path.of("src/test/java").resolve(name));
        assertThat(original).contains("MILLIS = 5;");
        Path source = Files.createDirectories(folder.resolve("src" + millis)).resolve("UnitFixture.java");
        Files.writeString(source, original.replace("MILLIS = 5;", "MILLIS = " + millis + ";"));
        Path classes = folder.resolve("classes" + millis);
        CompiledSource.compile(classes, source);
        return Build.ofClassPath(classes + File.pathSeparator + tests, folder);
    }

    private static double body(CaseResult result) {
        return Objects.requireNonNull(result.secondary().get(Metric.BODY)).score();
    }

    @Test
    void findsSlowerUnitWithUnchangedBody() throws IOException {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "microbench.cases", "UnitFixture.pipeline",
                "microbench.output", folder.resolve("out").toString(),
                "warmupIterations", "1",
                "measureIterations", "3",
                "microbench.warmupTime", "20ms",
                "microbench.measurementTime", "20ms",
                "microbench.seed", "3"));
        Limits limits = new Limits(Duration.ofMinutes(10), 3, 30, 0.05, 0.01);
        Path record;
        RunComparison comparison;
        try (InterleavedComparison opened = InterleavedComparison.open(
                withUnit(5), withUnit(15), limits, settings, false, List.of(), line -> {}, line -> {})) {
            InterleavedComparison.Result result = opened.run();
            record = opened.folder();
            comparison = result.comparison();
            assertThat(result.failures()).isEmpty();
        }

        assertThat(comparison.verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.verdict()).isEqualTo(Verdict.SLOWER);
            assertThat(verdict.ratio()).isLessThan(0.8);
        });
        CaseResult before = RunReader.read(record.resolve("old")).cases().get(0);
        CaseResult after = RunReader.read(record.resolve("new")).cases().get(0);
        assertThat(body(after) / body(before)).isBetween(0.5, 2.0);
    }
}
