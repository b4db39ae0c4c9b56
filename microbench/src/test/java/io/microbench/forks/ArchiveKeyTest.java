// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveKeyTest {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    Path folder;

    private static ArchiveKey key(List<String> arguments, Path... jars) {
        return ArchiveKey.of(JAVA, arguments, List.of(jars)).orElseThrow();
    }

    @Test
    void isOfTheJdkThatRunsTheFork() {
        ArchiveKey key = key(List.of());

        assertThat(key.feature()).isEqualTo(Runtime.version().feature());
        assertThat(key.text()).startsWith(key.feature() + "-");
        assertThat(key.identity()).contains(System.getProperty("java.runtime.version"));
    }

    @Test
    void onlyWhatChangesTheLayoutOfObjectsCounts() {
        ArchiveKey plain = key(List.of());

        assertThat(key(List.of("-Xmx1g", "-XX:+AlwaysPreTouch", "-Dmicrobench.seed=7")))
                .isEqualTo(plain);
        assertThat(key(List.of("-XX:+UseSerialGC", "-Xmx1g")).shape()).containsExactly("-XX:+UseSerialGC");
        assertThat(key(List.of("-XX:+UseSerialGC")).text()).isNotEqualTo(plain.text());
        assertThat(key(List.of("-XX:-UseCompressedOops")).text()).isNotEqualTo(plain.text());
        assertThat(key(List.of("-XX:ObjectAlignmentInBytes=16")).text()).isNotEqualTo(plain.text());
    }

    @Test
    void seesAJarThatWasRebuiltWithTheSameSizeAndTime() throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "one");
        FileTime time = Files.getLastModifiedTime(jar);
        ArchiveKey before = key(List.of(), jar);

        Files.writeString(jar, "two");
        Files.setLastModifiedTime(jar, time);

        assertThat(key(List.of(), jar).text()).isNotEqualTo(before.text());
        assertThat(ArchiveKey.of(JAVA, List.of(), List.of(folder.resolve("none.jar"))))
                .isEmpty();
    }

    @Test
    void knowsNothingOfAJavaThatDoesNotSayWhatItIs() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("jdk/bin"));
        Path java = Files.writeString(bin.resolve("java"), "");

        assertThat(of(java, Optional.empty())).isEmpty();
        assertThat(of(java, Optional.of("JAVA_VERSION=\"1.8.0_402\""))).isEmpty();
        assertThat(of(java, Optional.of("JAVA_VERSION=\"11.0.2\""))).isEmpty();
        assertThat(of(java, Optional.of("JAVA_VERSION=\"27-ea\"")).orElseThrow().feature())
                .isEqualTo(27);
        assertThat(ArchiveKey.of(folder.resolve("nowhere"), List.of(), List.of()))
                .isEmpty();
    }

    private Optional<ArchiveKey> of(Path java, Optional<String> release) throws IOException {
        if (release.isPresent()) {
            Files.writeString(folder.resolve("jdk/release"), release.get());
        }
        return ArchiveKey.of(java, List.of(), List.of());
    }

    /** An older JVM would not start with a tag that it does not know. */
    @Test
    void silencesEachJvmInItsOwnWords() {
        assertThat(new ArchiveKey(JAVA, 17, List.of(), List.of(), "").quiet()).containsExactly("-Xlog:cds*=off");
        assertThat(new ArchiveKey(JAVA, 25, List.of(), List.of(), "").quiet())
                .containsExactly("-Xlog:cds*=off", "-Xlog:aot*=off");
    }
}
