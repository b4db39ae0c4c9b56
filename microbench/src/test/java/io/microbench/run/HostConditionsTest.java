// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.HarnessPath;
import io.microbench.junit.ConditionFixtures;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries the cases of real hosts, which serve comparisons, gates and watches; no fork is started. */
@Tag("processes")
class HostConditionsTest {

    private static final String FIXTURES = ConditionFixtures.class.getName().replace('$', '.');

    @TempDir
    Path folder;

    private HostCases list(String pattern, List<String> jars) {
        List<String> classPath = new ArrayList<>(List.of(
                folder.toString(),
                HarnessPath.location(ConditionFixtures.class.getName()).orElseThrow()));
        classPath.addAll(jars);
        try (ForkServerClient host = ForkServerClient.start(
                new ForkServerClient.Launch("fixtures", classPath, folder, Map.of("microbench.cases", pattern)),
                line -> {})) {
            return host.list(Map.of());
        }
    }

    private static List<String> jupiter() {
        return Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .filter(entry -> entry.contains("junit") || entry.contains("opentest4j"))
                .toList();
    }

    private static List<String> methods(HostCases found) {
        return found.cases().stream().map(one -> one.id().method()).toList();
    }

    @Test
    void appliesConditionsOfJupiterLikeEngine() {
        HostCases found = list(FIXTURES + ".MethodsCase.*", jupiter());

        assertThat(methods(found)).containsExactly("always", "disabledIf", "enabledOnOs");
        assertThat(found.warnings())
                .filteredOn(warning -> warning.startsWith("6 chosen cases are not measured: "))
                .singleElement()
                .asString()
                .contains(FIXTURES + ".MethodsCase.disabled:threads=1 (switched off: not today)")
                .contains("enabledIf:threads=1 (switched off: @EnabledIf(\"never\") evaluated to false)");
    }

    @Test
    void leavesOutOnlyCasesWhoseConditionThrows() {
        HostCases found = list(FIXTURES + ".ChoosyCase.*", jupiter());

        assertThat(methods(found)).containsExactly("kept");
        assertThat(found.broken()).extracting(one -> one.id().method()).containsExactly("storing", "throwing");
        assertThat(found.warnings())
                .filteredOn(warning -> warning.contains("throwing:threads=1 (cannot run: "))
                .singleElement()
                .asString()
                .contains("its condition io.microbench.junit.ConditionFixtures$Choosy threw"
                        + " java.lang.IllegalStateException: boom");
    }

    @Test
    void passesParametersOfJUnitToConditions() throws Exception {
        Files.writeString(folder.resolve("junit-platform.properties"), "chosen.method = left\n");

        assertThat(methods(list(FIXTURES + ".ChoosyCase.*", jupiter()))).containsExactly("left");
    }

    @Test
    void reportsWhyNoCaseIsLeft() {
        HostCases found = list(FIXTURES + ".OffCase.one", jupiter());

        assertThat(found.cases()).isEmpty();
        assertThat(found.nothing())
                .isEqualTo("1 chosen case is not measured: " + FIXTURES
                        + ".OffCase.one:threads=1 (switched off: is @Disabled).");
    }

    @Test
    void disablesNothingWithoutJUnit() {
        HostCases found = list(FIXTURES + ".MethodsCase.*", List.of());

        assertThat(found.cases()).hasSize(9);
        assertThat(found.warnings()).noneMatch(warning -> warning.contains("not measured"));
    }

    @Test
    void skipsCasesByClassWithoutJUnit() {
        HostCases found = list(FIXTURES + ".BackendCase.*", List.of());

        assertThat(found.cases())
                .extracting(one -> one.id().variant())
                .containsExactly("backend=here,threads=1", "backend=here,threads=2");
        assertThat(found.warnings())
                .filteredOn(warning -> warning.startsWith("6 chosen cases are not measured: "))
                .singleElement()
                .asString()
                .contains("(switched off: insert needs etcd on PATH, called 2 times)")
                .contains("(cannot run: ", ".skipReason threw java.lang.IllegalStateException: no library)");
    }
}
