// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.ClassDictionary;
import io.microbench.result.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedClassesTest {

    @TempDir
    Path folder;

    private static CasePlan.Builder plan() {
        return CasePlan.builder(Mode.AVERAGE_TIME).forks(1);
    }

    @Test
    void listsClassesOnlyForForkOfThisJvm() {
        Path file = folder.resolve("classes.txt");

        assertThat(LoadedClasses.arguments(plan().build(), file))
                .singleElement()
                .asString()
                .contains("classes.txt");
        assertThat(LoadedClasses.arguments(
                        plan().jvm(Optional.of("/opt/jdk-25/bin/java")).build(), file))
                .isEmpty();
        assertThat(LoadedClasses.arguments(plan().forks(0).build(), file)).isEmpty();
    }

    @Test
    void readsClassesOfClassPathAndDeletesFile() throws IOException {
        String here = LoadedClassesTest.class.getName();
        Path file = Files.writeString(
                folder.resolve("classes.txt"),
                String.join(
                        "\n",
                        "java.lang.Object source: jrt:/java.base",
                        "a.Pool source: shared objects file",
                        here + " source: file:/somewhere/",
                        here + "$$Lambda/0x01 source: " + here,
                        "org.assertj.core.api.Assertions/0x02 source: __JVM_LookupDefineClass__",
                        "a.jmh_generated.Codec source: file:/somewhere/",
                        ""));
        CaseId id = new CaseId("a.Codec", "encode", new TreeMap<>(), 1, Optional.empty());
        CasePlan agent = plan().jvmArgs(List.of("-javaagent:a.jar", "-Xmx1g")).build();

        assertThat(LoadedClasses.read(file, new PlannedCase(id, LoadedClassesTest.class, agent)))
                .containsEntry(here, ClassDictionary.OUTSIDE)
                .containsEntry("-javaagent", ClassDictionary.OUTSIDE)
                .containsKey("org.assertj.core.api.Assertions")
                .doesNotContainKeys("java.lang.Object", "a.jmh_generated.Codec", "-Xmx1g");
        assertThat(file).doesNotExist();
    }

    @Test
    void returnsNothingForForkThatDidNotStart() throws IOException {
        Path file = Files.writeString(folder.resolve("classes.txt"), "");
        CaseId id = new CaseId("a.Codec", "encode", new TreeMap<>(), 1, Optional.empty());

        assertThat(LoadedClasses.read(file, new PlannedCase(id, LoadedClassesTest.class, plan().build())))
                .isEmpty();
    }
}
