// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.process.Programs;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.text.PreflightException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SimultaneousComparisonTest {

    private static final ProcessorHalves HALVES = new ProcessorHalves("0-1", "2-3", 2, false);

    /** The JVMs that were asked for their collector, with the relevant arguments. */
    private final List<String> commands = new ArrayList<>();

    private PairedCase.Cases prepared(CasePlan baseline, CasePlan candidate) {
        PairedCase.Cases cases = new PairedCase.Cases(
                List.of(new PairedCase(Fixtures.id("encode"), baseline, candidate)), List.of(), List.of());
        return SimultaneousComparison.prepare(cases, 4, (java, arguments) -> {
            commands.add(java + " " + String.join(" ", arguments));
            return Optional.of("UseG1GC");
        });
    }

    private PairedCase prepared(String... jvmArgs) {
        return prepared(Fixtures.plan("avgt", "-Xmx1g"), Fixtures.plan("avgt", jvmArgs))
                .both()
                .get(0);
    }

    @Test
    void configuresForkAsOnAllProcessors() {
        PairedCase both = prepared("-Xmx2g");

        assertThat(both.together()).isTrue();
        assertThat(both.plan(Side.BASELINE).jvmArgs())
                .containsExactly("-XX:ActiveProcessorCount=4", "-XX:+UseG1GC", "-Xmx1g");
        assertThat(both.plan(Side.CANDIDATE).jvmArgs())
                .containsExactly("-XX:ActiveProcessorCount=4", "-XX:+UseG1GC", "-Xmx2g");
    }

    @Test
    void keepsCollectorOfArguments() {
        assertThat(prepared("-XX:+UseParallelGC").candidatePlan().jvmArgs())
                .containsExactly("-XX:ActiveProcessorCount=4", "-XX:+UseParallelGC");
        assertThat(commands).noneMatch(java -> java.contains("UseParallelGC"));
    }

    @Test
    void keepsProcessorCountOfArguments() {
        assertThat(prepared("-XX:ActiveProcessorCount=1").candidatePlan().jvmArgs())
                .containsExactly("-XX:+UseG1GC", "-XX:ActiveProcessorCount=1");
    }

    @Test
    void usesCollectorOfEachJvm() {
        CasePlan other = Fixtures.plan("avgt").toBuilder()
                .jvm(Optional.of("/jdk/bin/java"))
                .build();
        prepared(Fixtures.plan("avgt"), other);

        assertThat(commands).last().isEqualTo("/jdk/bin/java ");
    }

    @Test
    void readsCollectorFromJvmFlags() {
        assertThat(SimultaneousComparison.collector("""
                     bool UseAdaptiveGenerationSizePolicyAtMajorCollection = true  {product} {default}
                     bool UseMaximumCompactionOnSystemGC           = true                 {product} {default}
                     bool UseParallelGC                            = false                {product} {default}
                     bool UseZGC                                   = true            {product} {command line}
                """)).contains("UseZGC");
        assertThat(SimultaneousComparison.collector("     bool UseSerialGC  := true  {product}"))
                .contains("UseSerialGC");
        assertThat(SimultaneousComparison.collector("     bool UseSerialGC   = false {product}"))
                .isEmpty();
    }

    @Test
    void queriesCollectorWithRelevantArguments() {
        assertThat(SimultaneousComparison.collectors()
                        .apply(
                                Programs.ofJdk("java"),
                                List.of("-XX:+UseSerialGC", "-agentlib:none", "-XX:OnError=none", "-Xmx64m")))
                .contains("UseSerialGC");
        assertThat(SimultaneousComparison.collectors().apply("/nowhere/java", List.of()))
                .isEmpty();
    }

    @Test
    void rejectsCaseWithoutForks() {
        CasePlan inside = Fixtures.plan("avgt").toBuilder().forks(0).build();

        assertThatThrownBy(() -> prepared(inside, inside))
                .isInstanceOf(PreflightException.class)
                .hasMessage("--side-by-side: " + Fixtures.id("encode").text()
                        + " runs in the JVM of the command (forks = 0),"
                        + " which cannot be pinned. Compare without --side-by-side: forks of both builds then run"
                        + " alternately.");
    }

    @Test
    void rejectsForksWithStopRule() {
        CasePlan open = Fixtures.plan("avgt")
                .withAdaptive(new AdaptivePlan(Optional.empty(), 2, 10, "rule", 0.05), Duration.ofMillis(100));

        assertThatThrownBy(() -> prepared(open, open))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining(
                        "runs until a stop rule ends each fork, and both forks must run the same iterations");
    }

    @Test
    void warnsIfThreadsExceedProcessorsOfFork() {
        List<PairedCase> cases = new ArrayList<>();
        for (int threads : new int[] {1, 2, 4}) {
            CaseId id = new CaseId("com.acme.CodecBenchmark", "encode", new TreeMap<>(), threads, Optional.empty());
            cases.add(new PairedCase(id, Fixtures.plan("avgt"), Fixtures.plan("avgt")));
        }

        assertThat(SimultaneousComparison.warnings(new PairedCase.Cases(cases, List.of(), List.of()), HALVES))
                .containsExactly(cases.get(2).id().text() + ": more threads than the 2 processors of a fork.");
        assertThat(SimultaneousComparison.warnings(
                        new PairedCase.Cases(cases.subList(0, 1), List.of(), List.of()),
                        new ProcessorHalves("0", "1", 1, true)))
                .containsExactly("The two forks of a pair run on hyper-threads of one core, and slow each other down.");
    }

    @Test
    void describesHalvesInOutput() {
        assertThat(SimultaneousComparison.announcement(HALVES))
                .isEqualTo(
                        "Side by side: the forks of a pair run at the same time, each on half of the processors (0-1 and"
                                + " 2-3), multi-threaded benchmarks included.");
    }

    @Test
    void countsPairAsOneFork() {
        assertThat(prepared().cost().multipliedBy(2))
                .isEqualTo(Fixtures.paired("encode").cost());
    }
}
