// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkArchiveTest {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    Path folder;

    @Test
    void switchedOffItChangesNothing() {
        assertThat(ForkArchive.of(false, 100).start(JAVA, List.of())).isEqualTo(ForkArchive.Start.PLAIN);
        assertThat(ForkArchive.none().start(JAVA, List.of())).isEqualTo(ForkArchive.Start.PLAIN);
        assertThat(ForkArchive.Start.PLAIN.arguments()).isEmpty();
    }

    /** Here the harness is a folder, of which the JVM makes no archive before it is packed. */
    @Test
    void withoutAnArchiveItChangesNothing() {
        ForkArchive archive = ForkArchive.in(new ArchiveFolder(folder.resolve("cache")), false);

        assertThat(archive.start(JAVA, List.of())).isEqualTo(ForkArchive.Start.PLAIN);
        assertThat(folder.resolve("cache")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xshare:off",
                "-XX:SharedArchiveFile=mine.jsa",
                "-XX:AOTCache=mine.aot",
                "-javaagent:agent.jar",
                "-Xbootclasspath/a:x.jar",
                "--patch-module=java.base=x",
                "@arguments"
            })
    void argumentsAboutLoadingClassesAreLeftAlone(String argument) {
        assertThat(ForkArchive.isUnfit(argument)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx1g", "-XX:+UseZGC", "-Dp=@x", "--add-opens=java.base/java.nio=ALL-UNNAMED", "-ea"})
    void otherArgumentsGoWithAnArchive(String argument) {
        assertThat(ForkArchive.isUnfit(argument)).isFalse();
    }
}
