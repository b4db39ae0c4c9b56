// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BuildsTest {

    private static Build build(String... entries) {
        return new Build(String.join(File.pathSeparator, entries), List.of(entries), Path.of("here"));
    }

    private static List<String> names(Build baseline, Build candidate) {
        Builds builds = new Builds(baseline, candidate);
        return List.of(builds.name(Side.BASELINE), builds.name(Side.CANDIDATE));
    }

    @Test
    void namesFirstFileOfClassPathAndCountsOthers() {
        String folder = Path.of("work", "target").toString();

        assertThat(names(build(folder + File.separator + "before.jar", "a.jar", "b.jar"), build("after.jar", "a.jar")))
                .containsExactly("before.jar and 2 more", "after.jar and 1 more");
    }

    @Test
    void namesFirstFilesWithSameNameInFull() {
        String old = Path.of("old", "classes").toString();
        String now = Path.of("new", "classes").toString();

        assertThat(names(build(old, "a.jar"), build(now, "a.jar")))
                .containsExactly(old + " and 1 more", now + " and 1 more");
    }

    @Test
    void keepsNamesOfSingleEntriesRevisionsAndVariants() {
        String jar = Path.of("target", "before.jar").toString();

        assertThat(names(build(jar), build("main"))).containsExactly(jar, "main");
        assertThat(names(build("a.jar").measured("a=x:y", Map.of("forks", "3")), build("main")))
                .containsExactly("a=x:y", "main");
    }
}
