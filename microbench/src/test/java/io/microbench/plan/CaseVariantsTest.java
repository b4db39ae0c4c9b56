// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CaseVariantsTest {

    private static final String HERE = Integer.toString(Runtime.version().feature());
    private static final Map<String, String> TWO =
            Map.of("microbench.variants", "zgc=-XX:+UseZGC;g1=-XX:+UseG1GC '-Da=b c'");

    private static Settings settings(Map<String, String> given) {
        Settings settings = Settings.resolve(List.of(new SettingSource("test", given)));
        assertThat(settings.problems()).isEmpty();
        return settings;
    }

    private static List<PlannedCase> cases(Map<String, String> given, Class<?> type) {
        return new CaseResolver(settings(given)).cases(BenchmarkClass.of(type));
    }

    private static Map<String, String> and(Map<String, String> given, String name, String value) {
        Map<String, String> more = new TreeMap<>(given);
        more.put(name, value);
        return more;
    }

    @Test
    void plansVariantsOfEachCaseConsecutively() {
        assertThat(cases(TWO, VariantFixtures.Sized.class))
                .extracting(one -> one.id().variant())
                .containsExactly(
                        "size=8,variant=zgc,threads=1",
                        "size=8,variant=g1,threads=1",
                        "size=1,variant=zgc,threads=1",
                        "size=1,variant=g1,threads=1");
    }

    @Test
    void excludesVariantFromParametersOfBenchmark() {
        PlannedCase first = cases(TWO, VariantFixtures.Sized.class).get(0);

        assertThat(first.parameters()).containsExactly(Map.entry("size", "8"));
        assertThat(first.inEveryVariant().text()).isEqualTo(first.id().benchmark() + ":size=8,threads=1");
        assertThat(first.isChosenBy(
                        settings(and(TWO, "microbench.cases", "*:variant=zgc")).cases()))
                .isTrue();
        assertThat(first.isChosenBy(
                        settings(and(TWO, "microbench.cases", "get:variant=g1")).cases()))
                .isFalse();
    }

    @Test
    void appendsArgumentsOfVariantLast() throws Throwable {
        Map<String, String> given = and(TWO, "microbench.jvmArgs", "-Xms1g");
        Planner planner =
                new Planner(settings(given), new ForkArguments(settings(given), List.of(), Map.of()), Path.of(""));
        PlannedCase g1 = planner.complete(
                cases(given, VariantFixtures.Sized.class).get(1), BenchmarkInstance.of(VariantFixtures.Sized.class));

        assertThat(g1.plan().jvmArgs())
                .containsExactly("-Dmicrobench.seed=42", "-Xmx1g", "-Xms1g", "-XX:+UseG1GC", "-Da=b c");
        assertThat(g1.argumentsInEveryVariant()).containsExactly("-Dmicrobench.seed=42", "-Xmx1g", "-Xms1g");
        assertThat(g1.plan().jvm()).contains("other-java");
    }

    @Test
    void prefersJvmOfVariantAndOmitsNameOfSingleOne() {
        assertThat(cases(Map.of("microbench.jvms", HERE), VariantFixtures.Sized.class))
                .hasSize(2)
                .allSatisfy(one -> {
                    assertThat(one.id().parameters()).doesNotContainKey("variant");
                    assertThat(one.plan().jvm()).hasValueSatisfying(java -> assertThat(Path.of(java))
                            .isExecutable());
                });
    }

    @Test
    void addsNothingWithoutVariants() {
        assertThat(cases(Map.of(), VariantFixtures.Sized.class)).hasSize(2).allSatisfy(one -> {
            assertThat(one.variant()).isEmpty();
            assertThat(one.inEveryVariant()).isEqualTo(one.id());
            assertThat(one.plan().jvm()).contains("other-java");
        });
    }

    @Test
    void keepsParameterNamedVariantWithoutVariants() {
        assertThat(cases(Map.of(), VariantFixtures.Varied.class).get(0).parameters())
                .containsExactly(Map.entry("variant", "a"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> cases(TWO, VariantFixtures.Varied.class))
                .withMessageContaining("has a parameter named variant")
                .withMessageContaining("(zgc, g1)")
                .withMessageContaining("microbench.cases");
    }

    @Test
    void rejectsVariantsInsideHost() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> cases(and(TWO, "forks", "0"), VariantFixtures.Sized.class))
                .withMessageContaining("has forks = 0")
                .withMessageContaining("microbench.jvms and microbench.variants need 1 fork or more");
        assertThat(cases(and(and(TWO, "forks", "0"), "microbench.cases", "Other"), VariantFixtures.Sized.class))
                .isNotEmpty();
    }

    @Test
    void namesSettingOfInvalidValue() {
        Settings settings = Settings.resolve(List.of(
                new SettingSource("test", Map.of("microbench.jvms", "17;9999", "microbench.variants", "a=;a="))));

        assertThat(settings.problems())
                .satisfiesExactly(
                        jvms -> assertThat(jvms)
                                .contains("microbench.jvms = \"17;9999\" (test) cannot be used: ", "no JDK"),
                        variants -> assertThat(variants)
                                .startsWith("microbench.variants = \"a=;a=\" (test) cannot be used: a is given twice"));
        assertThat(Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.variants", " ; "))))
                        .problems())
                .singleElement()
                .asString()
                .contains("Expected NAME=ARGS");
    }
}
