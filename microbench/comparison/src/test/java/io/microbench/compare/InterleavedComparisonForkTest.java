// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.run.CompiledSource;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests real hosts and real forks, each with a few milliseconds of measurement. */
@Tag("processes")
class InterleavedComparisonForkTest {

    /** The folder of the compiled fixture of this class. */
    private static final Path TEST_CLASSES = location(SpinFixture.class);

    @TempDir
    Path folder;

    private static Path location(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    /**
     * Returns a build with another amount of work in the fixture: its class, compiled again, before all other entries.
     */
    private Build with(int work) throws IOException {
        Path source = Files.createDirectories(folder.resolve("src" + work)).resolve("SpinFixture.java");
        Files.writeString(source, """
                package io.microbench.compare;
                @org.openjdk.jmh.annotations.BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
                @org.openjdk.jmh.annotations.OutputTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)
                public class SpinFixture {
                    @org.openjdk.jmh.annotations.Benchmark
                    public void spin() {
                        org.openjdk.jmh.infra.Blackhole.consumeCPU(%d);
                    }
                    @org.openjdk.jmh.annotations.Benchmark
                    public void fail() {
                        throw new IllegalStateException("boom");
                    }
                }
                """.formatted(work));
        Path classes = folder.resolve("classes" + work);
        CompiledSource.compile(classes, source);
        return Build.ofClassPath(classes + File.pathSeparator + TEST_CLASSES, folder);
    }

    private Map<String, String> settings(String cases) {
        return new TreeMap<>(Map.of(
                "microbench.cases", cases,
                "microbench.output", folder.resolve("out").toString(),
                "warmupIterations", "1",
                "measureIterations", "3",
                "microbench.warmupTime", "20ms",
                "microbench.measurementTime", "20ms",
                "microbench.seed", "3"));
    }

    @Test
    void findsInjectedSlowdownAndStoresEveryFork() throws IOException {
        List<String> said = new ArrayList<>();
        Limits limits = new Limits(Duration.ofMinutes(10), 3, 30, 0.05, 0.01);
        Path record;
        RunComparison comparison;
        try (InterleavedComparison opened = InterleavedComparison.open(
                with(1000),
                with(4000),
                limits,
                settings("SpinFixture.spin"),
                false,
                List.of(),
                said::add,
                line -> {})) {
            InterleavedComparison.Result result = opened.run();
            record = opened.folder();
            comparison = result.comparison();
            assertThat(result.failures()).isEmpty();
            assertThat(result.ended()).endsWith("No case needs more forks.");
        }
        assertThat(comparison.verdicts()).singleElement().satisfies(v -> {
            assertThat(v.verdict()).isEqualTo(Verdict.SLOWER);
            assertThat(v.unit()).isEqualTo("ns/op");
            assertThat(v.baselineForks()).isEqualTo(v.candidateForks()).isBetween(3, 30);
        });
        assertThat(ComparisonFolder.read(record)).isEqualTo(comparison);
        assertThat(said).anySatisfy(line -> assertThat(line).contains("SpinFixture.spin  pair 1  speed "));
        assertThat(said)
                .filteredOn(line -> !line.startsWith("WARNING: "))
                .last()
                .asString()
                .endsWith(" slower");
        assertForksAlternate(RunReader.read(record.resolve("old")), RunReader.read(record.resolve("new")));
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(p -> p.info().command().orElse("").endsWith("java")))
                .isEmpty();
    }

    /** Checks by their start times that forks ran in the order A B, B A, A B, ... */
    private static void assertForksAlternate(RunRecord baseline, RunRecord candidate) {
        assertThat(baseline.end()).isPresent();
        assertThat(candidate.end()).isPresent();
        CaseResult before = baseline.cases().get(0);
        CaseResult after = candidate.cases().get(0);
        assertThat(before.status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(before.score()).isPresent();
        assertThat(before.forks()).hasSameSizeAs(after.forks());
        List<ForkResult> all = Stream.concat(before.forks().stream(), after.forks().stream())
                .sorted(Comparator.comparing(ForkResult::start))
                .toList();
        boolean oldFirst = before.forks().contains(all.get(0));
        for (int i = 0; i < all.size(); i++) {
            boolean expectOld = ((i + 1) / 2 % 2 == 0) == oldFirst;
            assertThat(before.forks().contains(all.get(i))).isEqualTo(expectOld);
            assertThat(all.get(i).measuredScores()).hasSize(3);
            assertThat(all.get(i).jvmArgs()).noneMatch(a -> a.startsWith("-XX:TieredStopAtLevel"));
            assertThat(all.get(i).echo().get("jvm.gc")).isNotNull();
            assertThat(all.get(i).echo().get("jvm.arguments")).doesNotContain("TieredStopAtLevel", "UseSerialGC");
        }
    }

    @Test
    void reportsFailingBenchmark() throws IOException {
        List<String> said = new ArrayList<>();
        try (InterleavedComparison opened = InterleavedComparison.open(
                with(100),
                with(100),
                Limits.DEFAULT,
                settings("SpinFixture.fail"),
                false,
                List.of(),
                said::add,
                line -> {})) {
            InterleavedComparison.Result result = opened.run();

            assertThat(result.failures()).hasSize(1);
            assertThat(result.comparison().verdicts()).singleElement().satisfies(v -> assertThat(v.verdict())
                    .isEqualTo(Verdict.UNDECIDED));
            assertThat(result.failures().values().iterator().next().message())
                    .isEqualTo("java.lang.IllegalStateException: boom");
        }
        assertThat(said).anySatisfy(line -> assertThat(line).contains("FAILED on the ", "boom"));
    }

    @Test
    void restartsKilledHosts() throws IOException {
        Build build = with(100);
        List<String> said = new ArrayList<>();
        Limits three = new Limits(Duration.ofMinutes(10), 3, 3, 0.05, 0.01);
        try (InterleavedComparison opened = InterleavedComparison.open(
                build,
                build,
                three,
                settings("SpinFixture.spin"),
                false,
                List.of(),
                line -> {
                    said.add(line);
                    if (line.contains("  pair 1  ")) {
                        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
                    }
                },
                line -> {})) {
            InterleavedComparison.Result result = opened.run();

            assertThat(result.failures()).isEmpty();
            assertThat(result.comparison().verdicts()).singleElement().satisfies(verdict -> {
                assertThat(verdict.baselineForks()).isEqualTo(3);
                assertThat(verdict.node()).isEmpty();
            });
            assertThat(RunReader.readSound(opened.folder().resolve("old")).nodes())
                    .isEmpty();
        }
        assertThat(said).anySatisfy(line -> assertThat(line)
                .startsWith("WARNING: Repeating fork 2 of the ")
                .contains("exit code"));
    }

    @Test
    void reportsProblemsBeforeFirstFork() throws IOException {
        Build build = with(100);
        Path empty = Files.createDirectories(folder.resolve("empty"));

        assertThatThrownBy(() -> open(build, build, "NoSuchBenchmark"))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("\"NoSuchBenchmark\"")
                .hasMessageContaining("matches none of");
        assertThatThrownBy(() -> open(Build.ofClassPath(empty.toString(), folder), build, "SpinFixture.spin"))
                .isInstanceOf(PreflightException.class)
                .hasMessageStartingWith("There are no benchmarks in the baseline, " + empty);
        assertThatThrownBy(() -> {
                    Limits second = new Limits(Duration.ofSeconds(1), 3, 40, 0.01, 0.01);
                    try (InterleavedComparison opened = InterleavedComparison.open(
                            build,
                            with(101),
                            second,
                            settings("SpinFixture.spin"),
                            false,
                            List.of(),
                            line -> {},
                            line -> {})) {
                        opened.run();
                    }
                })
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("the time budget is 1 s");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private void open(Build baseline, Build candidate, String cases) {
        try (InterleavedComparison opened = InterleavedComparison.open(
                baseline, candidate, Limits.DEFAULT, settings(cases), false, List.of(), line -> {}, line -> {})) {
            throw new UncheckedIOException(new IOException("opened " + opened.folder()));
        }
    }
}
