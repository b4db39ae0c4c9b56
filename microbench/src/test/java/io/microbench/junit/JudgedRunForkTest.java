// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.microbench.history.HistoryException;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary;
import io.microbench.judge.Baselines;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Judges real forks, each with a few milliseconds of measurement. */
@Tag("processes")
class JudgedRunForkTest {

    @TempDir
    Path folder;

    private EngineExecutionResults run(DiscoverySelector selector, String... settings) {
        EngineTestKit.Builder kit = EngineTestKit.engine(new MicrobenchTestEngine(Kit::configuration, EngineRun::open))
                .enableImplicitConfigurationParameters(false)
                .selectors(selector)
                .configurationParameters(Map.of(
                        "warmupIterations", "1",
                        "measureIterations", "2",
                        "microbench.warmupTime", "10ms",
                        "microbench.measurementTime", "10ms",
                        "microbench.output", folder.resolve("runs").toString(),
                        "microbench.baselineDir", folder.resolve("baselines").toString()));
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            kit.configurationParameter(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return kit.execute();
    }

    /** Creates a baseline of the same run with times scaled by 1e-6. */
    private void fast(Baselines baselines) {
        RunRecord run = baselines.find("real").orElseThrow().run();
        baselines.save(
                "fast",
                new RunRecord(
                        run.schemaVersion(),
                        run.id(),
                        run.start(),
                        run.end(),
                        run.environment(),
                        run.settings(),
                        run.cases().stream().map(JudgedRunForkTest::faster).toList(),
                        Optional.empty()));
    }

    private static CaseResult faster(CaseResult result) {
        return result.withForks(
                result.forks().stream().map(JudgedRunForkTest::faster).toList());
    }

    private static ForkResult faster(ForkResult fork) {
        return fork.toBuilder()
                .iterations(fork.iterations().stream()
                        .map(i -> new IterationResult(
                                i.phase(),
                                i.number(),
                                i.end(),
                                i.score() / 1e6,
                                1,
                                Map.of(),
                                Map.of(),
                                Optional.empty()))
                        .toList())
                .build();
    }

    @Test
    void failsForConfirmedRegression() throws IOException {
        DiscoverySelector plain = selectMethod(JudgedFixture.class, "plain");
        run(plain, "forks=5", "microbench.saveBaseline=real").testEvents().assertStatistics(stats -> stats.succeeded(1)
                .failed(0));
        fast(new Baselines(folder.resolve("baselines")));
        // Otherwise the test machine may be too busy for a verdict.
        EngineExecutionResults results = run(
                plain,
                "forks=5",
                "microbench.baseline=fast",
                "microbench.tolerance=20%",
                "microbench.forceComparison=true");

        results.testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("plain"),
                                finishedWithFailure(
                                        instanceOf(WorseThanExpectedError.class),
                                        message(text ->
                                                text.startsWith("io.microbench.junit.JudgedFixture.plain:threads=1 is"
                                                                + " slower than in baseline fast\n  score: ")
                                                        && text.contains("5 and 5 forks")
                                                        && text.contains("run it again: ./mvnw ")))));
        assertThat(entries(results).toList()).anySatisfy(entry -> assertThat(entry.getKeyValuePairs())
                .containsEntry("baseline", "fast")
                .containsEntry("verdict", "SLOWER"));
        try (Stream<Path> reports = Files.find(folder, 9, (path, any) -> path.endsWith("report.md"))) {
            assertThat(reports.map(JudgedRunForkTest::text)).anyMatch(text -> text.contains("slower"));
        }
    }

    private static Stream<ReportEntry> entries(EngineExecutionResults results) {
        return results.testEvents().reportingEntryPublished().stream()
                .flatMap(event -> event.getPayload(ReportEntry.class).stream());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void appendsRunToHistoryAndDrawsIt() throws IOException {
        DiscoverySelector plain = selectMethod(JudgedFixture.class, "plain");
        Path history = folder.resolve("history");
        for (int night = 0; night < 2; night++) {
            run(plain, "forks=1", "microbench.history=" + history, "microbench.branch=nightly")
                    .testEvents()
                    .assertStatistics(stats -> stats.succeeded(1).failed(0));
        }

        try (HistoryStore store = HistoryStore.open(history.toString())) {
            List<RunSummary> runs = store.read(Optional.empty(), warning -> {});
            assertThat(runs).hasSize(2).allSatisfy(run -> {
                assertThat(run.branch()).hasValue("nightly");
                assertThat(run.cases()).singleElement().satisfies(c -> assertThat(c.id())
                        .isEqualTo("io.microbench.junit.JudgedFixture.plain:threads=1"));
            });
            Path second = folder.resolve("runs").resolve(runs.get(1).id());
            assertThat(text(second.resolve("report.html"))).contains("\"h\":[[");
        }
    }

    @Test
    void stopsBeforeFirstForkIfHistoryCannotBeOpened() {
        run(selectMethod(JudgedFixture.class, "plain"), "forks=1", "microbench.history=jdbc:nothing:x")
                .containerEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                instanceOf(HistoryException.class),
                                message(text ->
                                        text.startsWith("jdbc:nothing:x: the class path has no JDBC driver")))));
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void failsForBreachedBound() {
        EngineExecutionResults results = run(selectClass(JudgedFixture.class), "forks=1");

        results.testEvents()
                .assertThatEvents()
                .haveExactly(1, event(test("plain"), finishedSuccessfully()))
                .haveExactly(
                        1,
                        event(
                                test("allocates"),
                                finishedWithFailure(
                                        instanceOf(WorseThanExpectedError.class),
                                        message(text -> text.startsWith("io.microbench.junit.JudgedFixture.allocates:"
                                                + "threads=1 breaches its bound, at most 8 B/op: 12")))));
        assertThat(entries(results).toList()).anySatisfy(entry -> assertThat(entry.getKeyValuePairs())
                .containsEntry("bound at most 8 B/op", "KEPT"));
    }
}
