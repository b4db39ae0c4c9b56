/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElsewhereTest {

    private final Path root;
    private final Path here;

    ElsewhereTest(@TempDir Path root) throws IOException {
        this.root = root;
        here = Files.createDirectories(root.resolve("here"));
        Path source = Files.createDirectories(root.resolve("there/src/test/java/p"));
        Files.writeString(source.resolve("ThereBenchmark.java"), """
                package p;
                public class ThereBenchmark {
                    @Param("1") public int depth;
                    @Benchmark public void measure() {}
                }
                """);
        Files.writeString(source.resolve("note.txt"), "class NoBenchmark { @Benchmark void measure() {} }");
    }

    @Test
    void aFilterThatMeansAnotherModuleIsNoMistake() {
        assertThat(given("ThereBenchmark", reactor("here", "there")).filterMeansAnotherModule())
                .isTrue();
        assertThat(given("*There*:depth=1", reactor("here", "there")).filterMeansAnotherModule())
                .isTrue();
        assertThat(given("NoBenchmark", reactor("here", "there")).filterMeansAnotherModule())
                .isFalse();
    }

    @Test
    void aFilterForValuesThatNobodyHasIsAMistakeInEveryModule() {
        assertThat(given("*:depth=1", reactor("here", "there")).filterMeansAnotherModule())
                .isTrue();
        assertThat(given("*:depth=1,*", reactor("here", "there")).filterMeansAnotherModule())
                .isTrue();
        assertThat(given("*:threads=1,mode=thrpt", reactor("here", "there")).filterMeansAnotherModule())
                .isTrue();
        assertThat(given("*:depth=7", reactor("here", "there")).filterMeansAnotherModule())
                .isFalse();
        assertThat(given("*:width=1", reactor("here", "there")).filterMeansAnotherModule())
                .isFalse();
        assertThat(given("*:mode=ss", reactor("here", "there")).filterMeansAnotherModule())
                .isFalse();
        assertThat(given("*:threads=7", reactor("here", "there")).filterMeansAnotherModule())
                .isFalse();
    }

    @Test
    void withoutAnotherModuleItIsAMistake() {
        assertThat(given("ThereBenchmark", reactor("here")).filterMeansAnotherModule())
                .isFalse();
        assertThat(given("ThereBenchmark", "").filterMeansAnotherModule()).isFalse();
        assertThat(given("ThereBenchmark", reactor("gone")).filterMeansAnotherModule())
                .isFalse();
    }

    @Test
    void methodsOfTheModuleThatNothingSelectsAreCounted() {
        List<Class<?>> here = List.of(GroupFixture.class);
        String left = GroupFixture.class.getName();

        assertThat(Elsewhere.notSelected(here, (type, method) -> true)).isEmpty();
        assertThat(Elsewhere.notSelected(here, (type, method) -> !type.equals(left)))
                .hasValueSatisfying(line -> assertThat(line)
                        .matches("\\d+ of \\d+ benchmark methods of this module were not selected: " + left
                                + " \\(\\d+\\)\\. Check the includes and excludes of the build\\."));
        assertThat(Elsewhere.notSelected(here, (type, method) -> false))
                .hasValueSatisfying(line -> assertThat(line).containsPattern(" and \\d+ more classes\\. Check "));
        assertThat(Elsewhere.notSelected(List.of(Test.class), (type, method) -> false))
                .as("classes of another place on the class path")
                .isEmpty();
    }

    @Test
    void parametersOfOtherModulesAreKnown() {
        assertThat(given("*", reactor("here", "there")).parametersElsewhere()).contains("depth", "kind");
        assertThat(given("*", reactor("here")).parametersElsewhere())
                .contains("kind")
                .doesNotContain("depth");
    }

    @Test
    void aFilterMayMeanAClassThatAnotherTestJvmRuns() {
        assertThat(given("MergedFixture:size=8", "").filterMeansAnotherClass(Set.of()))
                .isTrue();
        assertThat(given("MergedFixture", "").filterMeansAnotherClass(Set.of("io.microbench.plan.MergedFixture")))
                .isFalse();
        assertThat(given("Nobody", "").filterMeansAnotherClass(Set.of())).isFalse();
    }

    private Elsewhere given(String filter, String reactor) {
        Map<String, String> given = new HashMap<>(Map.of("microbench.cases", filter));
        if (!reactor.isEmpty()) {
            given.put("microbench.reactor", reactor);
        }
        return new Elsewhere(Settings.resolve(List.of(SettingSource.of("test", given))), here);
    }

    private String reactor(String... modules) {
        StringBuilder text = new StringBuilder("reactor [");
        for (String module : modules) {
            text.append(text.length() > 9 ? ", " : "")
                    .append("MavenProject: io.microbench:")
                    .append(module)
                    .append(":0.1.0-SNAPSHOT @ ")
                    .append(root.resolve(module).resolve("pom.xml"));
        }
        return text.append("]").toString();
    }
}
