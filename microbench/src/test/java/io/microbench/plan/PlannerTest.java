// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.result.CasePlan;
import io.microbench.result.Mode;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.OptionsBuilder;

class PlannerTest {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    @Test
    void plansCasesInStableOrderWithDeclaredValues() {
        assertThat(texts(Map.of(), MergedFixture.class))
                .containsExactly(
                        "io.microbench.plan.MergedFixture.once:size=8,threads=2",
                        "io.microbench.plan.MergedFixture.once:size=1,threads=2",
                        "io.microbench.plan.MergedFixture.once:size=1024,threads=2",
                        "io.microbench.plan.MergedFixture.plain:size=8,threads=2",
                        "io.microbench.plan.MergedFixture.plain:size=1,threads=2",
                        "io.microbench.plan.MergedFixture.plain:size=1024,threads=2",
                        "io.microbench.plan.MergedFixture.told:size=8,threads=1,mode=thrpt",
                        "io.microbench.plan.MergedFixture.told:size=8,threads=1,mode=sample",
                        "io.microbench.plan.MergedFixture.told:size=8,threads=4,mode=thrpt",
                        "io.microbench.plan.MergedFixture.told:size=8,threads=4,mode=sample",
                        "io.microbench.plan.MergedFixture.told:size=1,threads=1,mode=thrpt",
                        "io.microbench.plan.MergedFixture.told:size=1,threads=1,mode=sample",
                        "io.microbench.plan.MergedFixture.told:size=1,threads=4,mode=thrpt",
                        "io.microbench.plan.MergedFixture.told:size=1,threads=4,mode=sample",
                        "io.microbench.plan.MergedFixture.told:size=1024,threads=1,mode=thrpt",
                        "io.microbench.plan.MergedFixture.told:size=1024,threads=1,mode=sample",
                        "io.microbench.plan.MergedFixture.told:size=1024,threads=4,mode=thrpt",
                        "io.microbench.plan.MergedFixture.told:size=1024,threads=4,mode=sample");
    }

    @Test
    void prefersSettingsToAnnotations() {
        List<PlannedCase> cases = cases(
                Map.ofEntries(
                        Map.entry("warmupIterations", "0"),
                        Map.entry("measureIterations", "2"),
                        Map.entry("forks", "0"),
                        Map.entry("microbench.warmupTime", "5ms"),
                        Map.entry("microbench.measurementTime", "7ms"),
                        Map.entry("microbench.threads", "max,2"),
                        Map.entry("microbench.mode", "avgt"),
                        Map.entry("microbench.timeUnit", "s"),
                        Map.entry("microbench.timeout", "9s"),
                        Map.entry("microbench.param.size", "3")),
                MergedFixture.class);

        assertThat(cases.stream().map(c -> c.id().variant()).distinct())
                .contains("size=3,threads=" + PROCESSORS, "size=3,threads=2,mode=avgt");
        for (PlannedCase planned : cases) {
            CasePlan plan = planned.plan();
            assertThat(plan.warmup().count()).isZero();
            assertThat(plan.warmup().time()).isEqualTo(Duration.ofMillis(5));
            assertThat(plan.measurement().count()).isEqualTo(2);
            assertThat(plan.measurement().time()).isEqualTo(Duration.ofMillis(7));
            assertThat(plan.inProcess()).isTrue();
            assertThat(plan.timeUnit()).isEqualTo("SECONDS");
            assertThat(plan.timeout()).isEqualTo(Duration.ofSeconds(9));
            assertThat(plan.profilers()).containsExactly("gc");
            assertThat(plan.mode()).isEqualTo(Mode.AVERAGE_TIME);
        }
    }

    @Test
    void rejectsTextForANumber() {
        Settings settings = settings(Map.of("microbench.param.size", "3,x"));
        List<PlannedCase> cases = cases(Map.of("microbench.param.size", "3,x"), MergedFixture.class);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new Planner(settings).plan(cases))
                .withMessage("microbench.param.size = \"x\" cannot be used: the parameter of"
                        + " io.microbench.plan.MergedFixture.once is a number. Expected numbers, such as 1000,10000.");
    }

    @Test
    void namesModeIfNotDeclared() {
        assertThat(texts(Map.of("microbench.mode", "avgt"), MergedFixture.class))
                .contains(
                        "io.microbench.plan.MergedFixture.plain:size=8,threads=2",
                        "io.microbench.plan.MergedFixture.once:size=8,threads=2,mode=avgt");
    }

    @Test
    void roundsThreadsUpToWholeGroups() {
        assertThat(texts(Map.of("microbench.threads", "1,2,4"), GroupFixture.class))
                .contains(
                        "io.microbench.plan.GroupFixture.table:fair=true,threads=3",
                        "io.microbench.plan.GroupFixture.table:fair=true,threads=6")
                .doesNotHaveDuplicates();
    }

    @Test
    void expandsAllToFourModes() {
        assertThat(texts(Map.of("microbench.cases", "alone"), GroupFixture.class))
                .filteredOn(text -> text.contains("alone:fair=true"))
                .containsExactly(
                        "io.microbench.plan.GroupFixture.alone:fair=true,threads=1,mode=thrpt",
                        "io.microbench.plan.GroupFixture.alone:fair=true,threads=1,mode=avgt",
                        "io.microbench.plan.GroupFixture.alone:fair=true,threads=1,mode=sample",
                        "io.microbench.plan.GroupFixture.alone:fair=true,threads=1,mode=ss");
    }

    @Test
    void findsParametersInSameStatesAsJmh() {
        assertThat(texts(Map.of("microbench.param.inherited", "z"), StatesFixture.class))
                .containsExactly(
                        "io.microbench.plan.StatesFixture.with:deep=deep,deeper=deeper,inherited=z,kind=SMALL,threads=1",
                        "io.microbench.plan.StatesFixture.with:deep=deep,deeper=deeper,inherited=z,kind=LARGE,threads=1",
                        "io.microbench.plan.StatesFixture.without:threads=1");
        assertThat(Initialised.noted("StatesFixture")).isFalse();
        assertThat(Initialised.noted("Kind")).isFalse();
    }

    @Test
    void suggestsHowToSetParameterWithoutValues() {
        assertThatThrownBy(() -> cases(Map.of(), UnvaluedFixture.class))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("io.microbench.plan.UnvaluedFixture.paint: the parameter colour has no values."
                        + " Name them in its @Param, or with -Dmicrobench.param.colour=...");
        assertThat(texts(Map.of("microbench.param.colour", "red"), UnvaluedFixture.class))
                .containsExactly("io.microbench.plan.UnvaluedFixture.paint:colour=red,threads=1");
    }

    @Test
    void listsParametersForUnknownOne() {
        Planner planner = planner(Map.of("microbench.param.sise", "1"), List.of(), Map.of());

        assertThat(planner.unknownParameters(Set.of("size", "kind"), Set.of("sise")))
                .containsExactly("microbench.param.sise (test) names a parameter that no selected benchmark has."
                        + " Expected one of: kind, size.");
        assertThat(planner.unknownParameters(Set.of(), Set.of()))
                .containsExactly("microbench.param.sise (test) names a parameter that no selected benchmark has."
                        + " There are no parameters. Leave it out.");
        assertThat(planner.unknownParameters(Set.of("sise"), Set.of())).isEmpty();
    }

    @Test
    void acceptsParameterOfFileThatAnyBenchmarkHas() {
        Settings settings =
                Settings.resolve(List.of(new SettingSource(SettingSource.FILE, Map.of("microbench.param.size", "1"))));
        Planner planner = new Planner(settings, new ForkArguments(settings, List.of(), Map.of()), Path.of(""));

        assertThat(planner.unknownParameters(Set.of("kind"), Set.of("kind", "size")))
                .isEmpty();
        assertThat(planner.unknownParameters(Set.of("kind"), Set.of("kind")))
                .containsExactly(
                        "microbench.param.size (microbench.properties) names a parameter that no benchmark has."
                                + " Expected one of: kind.");
    }

    @Test
    void ordersArgumentsOfForkAsDocumented() throws Throwable {
        Planner planner = planner(
                Map.of("microbench.jvmArgs", "-Xmx128m -Dlast=1", "microbench.seed", "9"),
                List.of(
                        "-Xmx8g",
                        "-javaagent:jacoco.jar",
                        "--module-path=/mods",
                        "-XX:TieredStopAtLevel=1",
                        "--add-opens",
                        "java.base/java.lang=ALL-UNNAMED",
                        "-Dleaked=yes"),
                Map.of("exact", "1", "exactly", "2", "prefixed", "3", "subject.leak", "off", "microbench.seed", "no"));
        PlannedCase told = cases(Map.of(), MergedFixture.class).stream()
                .filter(planned -> planned.id().method().equals("told"))
                .findFirst()
                .orElseThrow();

        PlannedCase complete = planner.complete(told, BenchmarkInstance.of(MergedFixture.class));

        assertThat(complete.plan().jvmArgs())
                .containsExactly(
                        "--module-path=/mods",
                        "--add-opens",
                        "java.base/java.lang=ALL-UNNAMED",
                        "-Dsubject.leak=off",
                        "-Dmicrobench.seed=9",
                        "-Dhook=class",
                        "-Xmx64m",
                        "-Dprepended=method",
                        "-Down=method",
                        "-Dappended=class",
                        "-Xmx128m",
                        "-Dlast=1");
    }

    @Test
    void doesNotInstantiateClassWithoutBaseClass() throws Throwable {
        Planner planner = planner(Map.of(), List.of(), Map.of());
        PlannedCase without = cases(Map.of(), StatesFixture.class).get(0);

        PlannedCase complete = planner.complete(without, BenchmarkInstance.of(StatesFixture.class));

        assertThat(complete.plan().jvmArgs()).containsExactly("-Dmicrobench.seed=42");
        assertThat(complete.options()
                        .apply(new OptionsBuilder().forks(3))
                        .build()
                        .getForkCount()
                        .get())
                .isEqualTo(3);
        assertThat(Initialised.noted("StatesFixture")).isFalse();
    }

    @Test
    void plansSettingsOfWholeRun() {
        Settings settings = settings(Map.of("perfReportDir", "reports", "microbench.output", "/out"));
        Plan plan = new Planner(settings, new ForkArguments(settings, List.of(), Map.of()), Path.of("/base"))
                .plan(List.of());

        assertThat(plan.reportDirectory()).contains(Path.of("/base/reports"));
        assertThat(plan.output()).isEqualTo(Path.of("/out"));
        assertThat(plan.seed()).isEqualTo(42);
        assertThat(plan.settings()).hasSize(2);
    }

    @Test
    void excludesDisabledCaseFromCost() {
        PlannedCase plain = cases(Map.of("forks", "2"), MergedFixture.class).get(3);

        assertThat(plain.forks()).isEqualTo(3);
        // A warm-up fork and two measured ones, each 3 x 1 s, 10 x 1 s and half a second to start.
        assertThat(plain.cost()).isEqualTo(Duration.ofMillis(3 * 13_500));
        assertThat(plain.switchedOff("by hand").forks()).isZero();
        assertThat(plain.switchedOff("by hand").cost()).isZero();
    }

    private static List<String> texts(Map<String, String> given, Class<?> fixture) {
        return cases(given, fixture).stream()
                .map(planned -> planned.id().text())
                .toList();
    }

    private static List<PlannedCase> cases(Map<String, String> given, Class<?> fixture) {
        return new CaseResolver(settings(given)).cases(BenchmarkClass.of(fixture));
    }

    private static Planner planner(Map<String, String> given, List<String> arguments, Map<String, String> properties) {
        Settings settings = settings(given);
        return new Planner(settings, new ForkArguments(settings, arguments, properties), Path.of(""));
    }

    private static Settings settings(Map<String, String> given) {
        Settings settings = Settings.resolve(List.of(new SettingSource("test", given)));
        assertThat(settings.problems()).isEmpty();
        return settings;
    }
}
