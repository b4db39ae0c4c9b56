// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunFolder;
import io.microbench.run.PlanRun.CaseOutcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the results of real methods in a real JVM. */
class SameResultsForkTest {

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();

    private static PlannedCase planned(String method, int size) {
        PlannedCase tiny = TestPlans.tiny(
                SameResultFixture.class,
                method,
                1,
                "-Dhost.pid=" + ProcessHandle.current().pid());
        CaseId id = new CaseId(
                tiny.id().className(),
                method,
                new TreeMap<>(Map.of("size", Integer.toString(size))),
                1,
                tiny.id().mode());
        return new PlannedCase(id, SameResultFixture.class, tiny.plan());
    }

    /** Returns the cases that must not be measured. */
    private List<PlannedCase> check(PlannedCase... cases) {
        RunFolder run = RunFolder.create(
                folder, MadeRecords.START, MadeRecords.machine().build(), List.of(), List.of());
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        SameResults results = new SameResults(run, new PrintStream(printed, true, StandardCharsets.UTF_8));
        Set<Path> before = content(run.path());
        results.find(List.of(cases), () -> false);
        assertThat(content(run.path())).isEqualTo(before);
        printed.toString(StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> warnings.add(line.substring("# WARNING: ".length())));
        List<PlannedCase> refused = new ArrayList<>(List.of(cases));
        refused.removeAll(results.without(List.of(cases)));
        return refused;
    }

    private static Set<Path> content(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void acceptsEqualResultsAndReportsUnchecked() {
        assertThat(check(planned("loop", 10), planned("formula", 10), planned("nothing", 10)))
                .isEmpty();
        assertThat(warnings)
                .containsExactly(
                        "The result of io.microbench.run.SameResultFixture.nothing was not compared (@SameResult)"
                                + " with size=10 because it returns nothing");
    }

    @Test
    void comparesOnlySameGroupAndParameters() {
        assertThat(check(planned("loop", 10), planned("formula", 20), planned("half", 10)))
                .isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void warnsIfJvmDoesNotStart() {
        PlannedCase wrong = TestPlans.tiny(SameResultFixture.class, "loop", 1, "-XX:NoSuchOption");
        PlannedCase other = TestPlans.tiny(SameResultFixture.class, "formula", 1, "-XX:NoSuchOption");

        assertThat(check(wrong, other)).isEmpty();
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith(
                        "The results of io.microbench.run.SameResultFixture were not compared (@SameResult): their JVM"
                                + " ended with exit code 1");
    }

    @Test
    void failsCasesOfGroupWithDifferentResults() {
        PlannedCase half = planned("half", 10);
        PlannedCase off = planned("offByOne", 10);
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(folder, half, off))) {
            CaseOutcome first = run.run(half);
            CaseOutcome second = run.run(off);

            Failure failure = ((CaseOutcome.Failed) first).failure();
            assertThat(failure.kind()).isEqualTo(Failure.Kind.DIFFERENT_RESULTS);
            assertThat(failure.message())
                    .isEqualTo(
                            "@SameResult: with size=10 half returned [5, 1] and offByOne returned [6, 1]. Make them equal,"
                                    + " or put them into different groups; no method of the group is measured.");
            assertThat(((CaseOutcome.Failed) second).failure()).isEqualTo(failure);
            assertThat(run.finish().cases()).allSatisfy(result -> {
                assertThat(result.status()).isEqualTo(CaseResult.Status.FAILED);
                assertThat(result.reason()).isEqualTo(failure.message());
                assertThat(result.forks()).isEmpty();
            });
        }
    }
}
