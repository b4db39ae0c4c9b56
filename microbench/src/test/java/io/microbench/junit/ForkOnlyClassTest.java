// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.microbench.plan.BenchmarkClass;
import io.microbench.result.CaseResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs classes that this JVM cannot load, or cannot make, and that their forks can. */
class ForkOnlyClassTest {

    private static final LinkageError NO_MODULE = new NoClassDefFoundError("jdk/incubator/vector/IntVector");

    @TempDir
    Path folder;

    private RunRecord run(long failed, Class<?>... classes) throws IOException {
        EngineTestKit.engine(new MicrobenchTestEngine(Kit::configuration, EngineRun::open))
                .enableImplicitConfigurationParameters(false)
                .selectors(Stream.of(classes)
                        .map(type -> selectClass(type))
                        .toArray(org.junit.platform.engine.DiscoverySelector[]::new))
                .configurationParameters(Map.of(
                        "forks", "1",
                        "warmupIterations", "0",
                        "measureIterations", "1",
                        "microbench.measurementTime", "10ms",
                        "microbench.output", folder.toString()))
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.failed(failed));
        try (Stream<Path> runs = Files.list(folder)) {
            return RunReader.read(runs.findFirst().orElseThrow());
        }
    }

    private static Class<?> notLoaded(Class<?> type) {
        return BenchmarkClass.standIn(type.getName(), NO_MODULE);
    }

    @Test
    void isMeasuredInItsForks() throws IOException {
        RunRecord run = run(0, notLoaded(NestedFixtures.OneCase.class), TroubleFixtures.ForkOnlyCase.class);

        assertThat(run.cases())
                .extracting(one -> one.status() + " " + one.id().className())
                .containsExactly(
                        "DONE io.microbench.junit.NestedFixtures.OneCase",
                        "DONE io.microbench.junit.TroubleFixtures.ForkOnlyCase");
    }

    @Test
    void isAFailedCaseOfRecordAndReportWhereTheHostHasToReadIt() throws IOException {
        RunRecord run = run(3, notLoaded(TroubleFixtures.HookCase.class), TroubleFixtures.ThrowingCase.class);

        assertThat(run.cases()).extracting(CaseResult::status).hasSize(3).containsOnly(CaseResult.Status.FAILED);
        assertThat(run.cases().get(0).reason())
                .startsWith("io.microbench.junit.TroubleFixtures$HookCase cannot be loaded in this JVM")
                .contains("Add --add-modules=jdk.incubator.vector ");
        assertThat(run.cases().get(1).reason()).isEqualTo("java.lang.IllegalStateException: no instance of me");
        assertThat(Files.readString(folder.resolve(run.id()).resolve("report.md")))
                .contains("HookCase", "ThrowingCase", "FAILED");
    }
}
