// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.BenchmarkList;

class SiblingModulesTest {

    private final Path root;
    private final Path list;

    /** The module {@code there} has one of the benchmarks of this module, and is compiled. */
    SiblingModulesTest(@TempDir Path root) throws IOException {
        this.root = root;
        list = Files.createDirectories(root.resolve("there/target/test-classes/META-INF"))
                .resolve("BenchmarkList");
        try (OutputStream out = Files.newOutputStream(list)) {
            BenchmarkList.writeBenchmarkList(
                    out,
                    JmhList.entries().stream()
                            .filter(entry -> entry.getUserClassQName().equals(MergedFixture.class.getName()))
                            .toList());
        }
    }

    private Path source() throws IOException {
        Path folder = Files.createDirectories(root.resolve("there/src/test/java/p"));
        return Files.writeString(folder.resolve("ThereBenchmark.java"), "package p;");
    }

    @Test
    void aFilterThatMeansAnotherModuleIsNoMistake() {
        assertThat(meansAnotherModule("MergedFixture")).isTrue();
        assertThat(meansAnotherModule("NoBenchmark")).isFalse();
    }

    @Test
    void aFilterForValuesThatNobodyHasIsAMistakeInEveryModule() {
        assertThat(meansAnotherModule("*:size=8")).isTrue();
        assertThat(meansAnotherModule("*:size=8,*")).isTrue();
        assertThat(meansAnotherModule("*:threads=2,mode=thrpt")).isTrue();
        assertThat(meansAnotherModule("*:size=9")).isFalse();
        assertThat(meansAnotherModule("*:width=8")).isFalse();
        assertThat(meansAnotherModule("plain:mode=ss")).isFalse();
        assertThat(meansAnotherModule("*:threads=7")).isFalse();
    }

    @Test
    void aModuleThatIsStillToBeCompiledMayHaveAnyBenchmark() throws IOException {
        Path source = source();
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(meansAnotherModule("NoBenchmark")).isTrue();
        assertThat(given("*", reactor("here", "there")).parameters()).isEmpty();

        Files.setLastModifiedTime(source, FileTime.fromMillis(0));
        assertThat(meansAnotherModule("NoBenchmark")).isFalse();

        Files.delete(list);
        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        assertThat(meansAnotherModule("NoBenchmark")).isTrue();
    }

    @Test
    void withoutAnotherModuleItIsAMistake() {
        assertThat(given("MergedFixture", reactor("here")).filterMayMeanAnotherModule())
                .isFalse();
        assertThat(given("MergedFixture", "").filterMayMeanAnotherModule()).isFalse();
        assertThat(given("MergedFixture", reactor("gone")).filterMayMeanAnotherModule())
                .isFalse();
    }

    private boolean meansAnotherModule(String filter) {
        return given(filter, reactor("here", "there")).filterMayMeanAnotherModule();
    }

    @Test
    void methodsOfTheModuleThatNothingSelectsAreCounted() {
        List<Class<?>> here = List.of(GroupFixture.class);
        String left = GroupFixture.class.getName();

        assertThat(SiblingModules.notSelected(here, (type, method) -> true)).isEmpty();
        assertThat(SiblingModules.notSelected(here, (type, method) -> !type.equals(left)))
                .hasValueSatisfying(line -> assertThat(line)
                        .matches("\\d+ of \\d+ benchmark methods of this module were not selected: " + left
                                + " \\(\\d+\\)\\. Check the includes and excludes of the build\\."));
        assertThat(SiblingModules.notSelected(here, (type, method) -> false))
                .hasValueSatisfying(line -> assertThat(line).containsPattern(" and \\d+ more classes\\. Check "));
        assertThat(SiblingModules.notSelected(List.of(Test.class), (type, method) -> false))
                .as("classes of another place on the class path")
                .isEmpty();
    }

    @Test
    void parametersOfOtherModulesAreKnown() {
        assertThat(given("*", reactor("here", "there")).parameters().orElseThrow())
                .contains("size", "kind")
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

    private SiblingModules given(String filter, String reactor) {
        Map<String, String> given = new HashMap<>(Map.of("microbench.cases", filter));
        if (!reactor.isEmpty()) {
            given.put("microbench.reactor", reactor);
        }
        return new SiblingModules(Settings.resolve(List.of(SettingSource.of("test", given))), root.resolve("here"));
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
