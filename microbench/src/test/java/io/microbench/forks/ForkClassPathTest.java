// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ForkArchive.ForkClassPath;
import io.microbench.run.Jars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkClassPathTest {

    @TempDir
    Path folder;

    private Path classes;
    private Path jmh;
    private Path harness;
    private Path other;

    @BeforeEach
    void setUp() throws IOException {
        classes = Files.createDirectories(folder.resolve("classes"));
        Files.createDirectories(classes.resolve("acme"));
        Files.writeString(classes.resolve("acme/Bench.class"), "");
        jmh = Jars.of(folder.resolve("jmh.jar"), "org/jmh/Runner.class", "META-INF/LICENSE");
        harness = Jars.of(folder.resolve("harness.jar"), "micro/Probe.class", "META-INF/services/Engine");
        other = Jars.of(folder.resolve("other.jar"), "org/other/Thing.class", "META-INF/LICENSE");
    }

    private Optional<ForkClassPath> of(Path... entries) {
        return ForkClassPath.of(
                List.of(entries).stream().map(Path::toString).toList(), new LinkedHashSet<>(List.of(harness, jmh)));
    }

    private static List<String> texts(Path... entries) {
        return List.of(entries).stream().map(Path::toString).toList();
    }

    @Test
    void ownJarsGoFirstAndTheOthersKeepTheirOrder() {
        Path late = folder.resolve("not-there.jar");

        ForkClassPath ordered = of(classes, other, jmh, late, harness).orElseThrow();

        assertThat(ordered.jars()).containsExactly(harness, jmh);
        assertThat(ordered.all()).isEqualTo(texts(harness, jmh, classes, other, late));
    }

    @Test
    void aClassThatAFolderReplacesStaysReplaced() throws IOException {
        Files.createDirectories(classes.resolve("org/jmh"));
        assertThat(of(classes, jmh, harness)).isPresent();

        Files.writeString(classes.resolve("org/jmh/Runner.class"), "");

        assertThat(of(classes, jmh, harness)).isEmpty();
        assertThat(of(jmh, classes, harness)).isEmpty();
        assertThat(of(jmh, harness, classes)).isPresent();
    }

    @Test
    void aClassThatAJarReplacesStaysReplaced() throws IOException {
        Path patch = Jars.of(folder.resolve("patch.jar"), "micro/Probe.class");

        assertThat(of(patch, jmh, harness)).isEmpty();
        assertThat(of(jmh, harness, patch)).isPresent();
    }

    @Test
    void allOfThemHaveToBeThereAsJars() throws IOException {
        assertThat(of(classes, harness)).isEmpty();

        Files.delete(harness);
        Files.createDirectory(harness);

        assertThat(of(classes, jmh, harness)).isEmpty();
    }

    @Test
    void whatCannotBeReadMayHoldAnything() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");

        assertThat(of(broken, jmh, harness)).isEmpty();
    }

    /** Here the harness is a folder of classes, as in this build's own reactor. */
    @Test
    void aHarnessThatIsAFolderGivesPlaceToItsJar() {
        assertThat(ForkClassPath.ofThisJvm(classes -> Optional.empty())).isEmpty();

        ForkClassPath ordered =
                ForkClassPath.ofThisJvm(classes -> Optional.of(harness)).orElseThrow();

        assertThat(ordered.jars()).startsWith(harness);
        assertThat(ordered.all())
                .startsWith(harness.toString())
                .doesNotContain(
                        HarnessPath.location(ForkRehearsal.class.getName()).orElseThrow());
    }
}
