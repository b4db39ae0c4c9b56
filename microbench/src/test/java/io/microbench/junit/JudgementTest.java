// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.judge.Baselines;
import io.microbench.judge.JudgeException;
import io.microbench.junit.Judgement.Findings;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.CaseResolver;
import io.microbench.plan.Plan;
import io.microbench.plan.Plan.Judging;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Scheduling;
import io.microbench.settings.Settings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgementTest {

    private static final Instant NOW = Instant.parse("2026-05-04T03:02:01Z");
    private static final double[] FORKS = {99.6, 99.7, 99.8, 99.9, 100, 100.1, 100.2, 100.3, 100.4, 100.5};

    @TempDir
    Path folder;

    private final List<PlannedCase> cases =
            new CaseResolver(Settings.resolve(List.of())).cases(BenchmarkClass.of(JudgedFixture.class));
    private final PlannedCase plain = cases.get(1);

    private Judgement judgement(Optional<String> baseline, Optional<String> saveAs) {
        return Judgement.of(new Plan(
                cases,
                List.of(),
                folder,
                Optional.empty(),
                1,
                new Judging(baseline, saveAs, folder, 0.01, 0.99, false, Optional.empty(), Optional.empty(), folder),
                new Scheduling(Scheduling.Order.BLOCKS, Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty()));
    }

    private static CaseResult result(PlannedCase planned, double factor, double bytes) {
        List<ForkResult> forks = new ArrayList<>();
        for (double value : FORKS) {
            forks.add(ForkResult.builder(forks.size() + 1)
                    .pid(1)
                    .start(NOW)
                    .end(NOW)
                    .jvm("java")
                    .jdkVersion("21")
                    .vm("VM")
                    .blackholeMode("compiler")
                    .iterations(List.of(new IterationResult(
                            IterationResult.Phase.MEASUREMENT,
                            1,
                            NOW,
                            value * factor,
                            1,
                            Map.of(),
                            Map.of(),
                            Optional.empty())))
                    .secondary(Map.of("gc.alloc.rate.norm", new Metric(bytes, 0.001, "B/op")))
                    .build());
        }
        return new CaseResult(
                planned.id(),
                planned.plan(),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(100 * factor, 1, "ns/op")),
                Map.of(),
                forks);
    }

    private static RunRecord run(CaseResult... results) {
        return runOn("cpu", results);
    }

    private static RunRecord runOn(String cpu, CaseResult... results) {
        Environment environment = Environment.builder()
                .host("host")
                .os("os")
                .architecture("arch")
                .cpuModel(cpu)
                .logicalCpus(8)
                .governor("N/A")
                .clockSource("N/A")
                .virtualization("N/A")
                .loadAverage(0)
                .jdk("jdk")
                .vm("vm")
                .harness("0.1.0")
                .jmh("1.37")
                .build();
        return new RunRecord(
                1, "r1", NOW, Optional.of(NOW), environment, List.of(), List.of(results), Optional.empty());
    }

    private static Findings judge(Judgement judgement, CaseResult result) {
        return judgement.judge(result, run(result));
    }

    @Test
    void judgesNothingWithoutBaselineOrBounds() {
        Judgement judgement = judgement(Optional.empty(), Optional.empty());
        Findings findings = judge(judgement, result(plain, 1, 0));

        assertThat(judgement.warning()).isEmpty();
        assertThat(findings.lines())
                .containsExactly(
                        "io.microbench.junit.JudgedFixture.plain:threads=1 is within its bound, at most 8 B/op: 0"
                                + " B/op");
        assertThat(findings.entries()).containsExactly(Map.entry("bound at most 8 B/op", "KEPT"));
        assertThat(findings.reds()).isEmpty();
        assertThat(judgement.comparison(run())).isEmpty();
        assertThat(judgement.save(run())).isEmpty();
    }

    @Test
    void comparesWithBaseline() {
        judgement(Optional.empty(), Optional.of("main")).save(run(result(plain, 1, 0)));
        Judgement judgement = judgement(Optional.of("main"), Optional.empty());

        Findings same = judge(judgement, result(plain, 1, 0));
        assertThat(same.reds()).isEmpty();
        assertThat(same.entries()).containsEntry("baseline", "main").containsEntry("verdict", "SAME");
        assertThat(same.lines().get(0)).startsWith("Compared with baseline main: SAME, speed +0.00% (");

        CaseResult slow = result(plain, 1.1, 8);
        Findings slower = judge(judgement, slow);
        assertThat(slower.entries()).containsEntry("verdict", "SLOWER").containsKey("speed interval");
        assertThat(slower.lines().get(0))
                .contains("SLOWER, speed -9.09%")
                .contains("; allocates more: 0.000 -> 8.000 B/op");
        assertThat(slower.reds()).hasSize(1);
        assertThat(slower.reds().get(0))
                .startsWith("io.microbench.junit.JudgedFixture.plain:threads=1 is slower than in baseline main\n")
                .endsWith("run it again: mvn -DskipTests=false test"
                        + " -Dtest=io.microbench.junit.JudgedFixture"
                        + " -Dmicrobench.cases='io.microbench.junit.JudgedFixture.plain:threads=1'");
        assertThat(judgement.comparison(run(slow)).orElseThrow().regressions()).hasSize(1);
    }

    @Test
    void warnsAboutLargeLossWithTooFewForksWithoutFailing() {
        CaseResult stored = result(plain, 1, 0);
        judgement(Optional.empty(), Optional.of("main"))
                .save(run(stored.withForks(stored.forks().subList(0, 2))));
        CaseResult slow = result(plain, 2, 0);
        Findings findings = judge(
                judgement(Optional.of("main"), Optional.empty()),
                slow.withForks(slow.forks().subList(0, 2)));

        assertThat(findings.reds()).isEmpty();
        assertThat(findings.lines()).anySatisfy(line -> assertThat(line)
                .startsWith("WARNING: io.microbench.junit.JudgedFixture.plain:threads=1: speed -50.0% compared with"
                        + " baseline main, not judged; large change, too few forks"));
    }

    @Test
    void reportsThatBaselineLacksCase() {
        judgement(Optional.empty(), Optional.of("main")).save(run(result(plain, 1, 0)));
        Judgement judgement = judgement(Optional.of("main"), Optional.empty());
        Findings findings = judge(judgement, result(cases.get(0), 1, 0));

        assertThat(findings.lines().get(0))
                .isEqualTo("Baseline main has no case io.microbench.junit.JudgedFixture.allocates:threads=1:"
                        + " nothing to compare with");
        assertThat(findings.reds()).isEmpty();
    }

    @Test
    void failsWithoutCommonCasesUnlessRunIsOneNewClass() {
        CaseResult stored = result(plain, 1, 0);
        CaseResult other = result(cases.get(0), 1, 0);

        assertThatThrownBy(() -> require(stored, other))
                .isInstanceOf(JudgeException.class)
                .hasMessage("Nothing was compared: baseline main has none of the 1 case of this run, such as "
                        + other.id() + ". Save it again with -Dmicrobench.saveBaseline=main, or name another one.");
        assertThatThrownBy(() -> require(renamed(stored, "io.microbench.junit.Gone"), stored, other))
                .isInstanceOf(JudgeException.class)
                .hasMessageContaining("none of the 2 cases of this run");
        assertThatCode(() -> require(stored, stored, other)).doesNotThrowAnyException();
        // A Surefire JVM may run only one new class.
        CaseResult listed = renamed(stored, NamedFixture.class.getName());
        assertThatCode(() -> require(listed, stored)).doesNotThrowAnyException();
        assertThatThrownBy(() -> require(listed, stored, renamed(other, PlainFixture.class.getName())))
                .isInstanceOf(JudgeException.class);
    }

    private void require(CaseResult stored, CaseResult... measured) {
        new Baselines(folder).names().forEach(name -> assertThat(
                        folder.resolve(name + ".json").toFile().delete())
                .isTrue());
        judgement(Optional.empty(), Optional.of("main")).save(run(stored));
        Judgement judgement = judgement(Optional.of("main"), Optional.empty());
        RunRecord run = run(measured);
        judgement.requireCommonCase(run, judgement.comparison(run).orElseThrow());
    }

    private static CaseResult renamed(CaseResult result, String className) {
        CaseId id = result.id();
        return new CaseResult(
                new CaseId(className, id.method(), id.parameters(), id.threads(), id.mode()),
                result.plan(),
                result.status(),
                result.reason(),
                result.score(),
                result.secondary(),
                result.forks());
    }

    @Test
    void failsIfBaselineIsMissingUnlessThisRunSavesIt() {
        assertThatThrownBy(() -> judgement(Optional.of("main"), Optional.empty()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("microbench.baseline = \"main\": Baseline main does not exist in ")
                .hasMessageEndingWith("Save one with -Dmicrobench.saveBaseline=main, in this run or an earlier one.");

        Judgement first = judgement(Optional.of("main"), Optional.of("main"));
        assertThat(first.warning().orElseThrow())
                .startsWith("Baseline main does not exist in ")
                .endsWith("Save one with -Dmicrobench.saveBaseline=main. Nothing is compared");
        assertThat(judge(first, result(plain, 1, 0)).entries()).doesNotContainKey("baseline");
    }

    /**
     * For example, the baseline was saved on another machine or with another JDK: a passing run would have judged
     * nothing.
     */
    @Test
    void failsForCaseFromDifferentEnvironment() {
        judgement(Optional.empty(), Optional.of("main")).save(runOn("another cpu", result(plain, 1, 0)));

        assertThat(judge(judgement(Optional.of("main"), Optional.empty()), result(plain, 1, 0))
                        .reds())
                .singleElement()
                .asString()
                .startsWith(
                        "io.microbench.junit.JudgedFixture.plain:threads=1 cannot be judged against baseline main: not"
                                + " compared: ")
                .contains("another cpu");
    }

    @Test
    void failsForCaseThatCannotBeCompared() {
        CaseResult other = result(plain, 1, 0);
        judgement(Optional.empty(), Optional.of("main"))
                .save(run(new CaseResult(
                        other.id(),
                        new CaseResolver(Settings.resolve(List.of()))
                                .cases(BenchmarkClass.of(PlainFixture.class))
                                .get(0)
                                .plan(),
                        other.status(),
                        "",
                        Optional.of(new Metric(1, 1, "ops/s")),
                        Map.of(),
                        other.forks())));

        assertThat(judge(judgement(Optional.of("main"), Optional.empty()), other)
                        .reds())
                .singleElement()
                .asString()
                .contains("measured in mode thrpt (ops/s) and in mode avgt (ns/op), which cannot be compared");
    }

    @Test
    void failsForBreachedBound() {
        Findings findings = judge(judgement(Optional.empty(), Optional.empty()), result(plain, 1, 16));

        assertThat(findings.reds())
                .containsExactly("io.microbench.junit.JudgedFixture.plain:threads=1 breaches its bound, at most 8 B/op:"
                        + " 16 B/op\n  run it again: mvn -DskipTests=false test"
                        + " -Dtest=io.microbench.junit.JudgedFixture"
                        + " -Dmicrobench.cases='io.microbench.junit.JudgedFixture.plain:threads=1'");
    }

    @Test
    void countsUncheckedBoundsAtEnd() {
        Judgement judgement = judgement(Optional.empty(), Optional.empty());
        CaseResult counted = result(plain, 1, 0);
        CaseResult notCounted = counted.withForks(counted.forks().stream()
                .map(fork -> fork.toBuilder().secondary(Map.of()).build())
                .toList());

        assertThat(judge(judgement, notCounted).reds()).isEmpty();
        assertThat(judgement.unchecked())
                .containsExactly(
                        "1 of 1 bound could not be checked, and no test fails because of that. The reasons are printed"
                                + " above.");
    }

    @Test
    void rejectsInvalidNameBeforeRun() {
        assertThatThrownBy(() -> judgement(Optional.empty(), Optional.of("../main")))
                .isInstanceOf(JudgeException.class);
        assertThatThrownBy(() -> judgement(Optional.of("../main"), Optional.empty()))
                .isInstanceOf(JudgeException.class);
        assertThat(new Baselines(folder).names()).isEmpty();
    }
}
