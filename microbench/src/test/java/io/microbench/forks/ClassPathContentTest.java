// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathContentTest {

    @TempDir
    Path folder;

    private String classes(String name, String... files) throws IOException {
        Path classes = folder.resolve(name);
        for (int i = 0; i < files.length; i += 2) {
            Path file = classes.resolve(files[i]);
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, files[i + 1]);
        }
        return classes.toString();
    }

    private String jar(String name, long time, String... files) throws IOException {
        Path jar = folder.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (int i = 0; i < files.length; i += 2) {
                ZipEntry entry = new ZipEntry(files[i]);
                entry.setTime(time);
                out.putNextEntry(entry);
                out.write(files[i + 1].getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return jar.toString();
    }

    private static String digest(String... classPath) {
        return new ClassCode(List.of(classPath)).content().orElseThrow();
    }

    @Test
    void ignoresPathsTimesJarOrderAndBuildStamps() throws IOException {
        String one = digest(
                classes("one", "a/A.class", "A", "b.txt", "b"),
                jar("one.jar", 0, "x", "1", "y", "2", "META-INF/MANIFEST.MF", "Built-By: me"));
        String other = digest(
                classes("other", "a/A.class", "A", "b.txt", "b"),
                folder.resolve("is not there").toString(),
                jar("other.jar", 1_000_000_000, "META-INF/maven/pom.properties", "#today", "y", "2", "x", "1"));

        assertThat(one).hasSize(64).isEqualTo(other);
    }

    @Test
    void treatsJarLikeFolder() throws IOException {
        assertThat(digest(jar("a.jar", 0, "a/A.class", "A", "b.txt", "b")))
                .isEqualTo(digest(classes("a", "a/A.class", "A", "b.txt", "b")));
    }

    @Test
    void includesContentNamesAndEntryOrder() throws IOException {
        String a = classes("a", "A.class", "A");
        String b = classes("b", "B.class", "A");

        assertThat(List.of(
                        digest(a),
                        digest(b),
                        digest(a, b),
                        digest(b, a),
                        digest(classes("c", "A.class", "B")),
                        digest(jar("d.jar", 0, "A.class", "A", "B.class", "A"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void returnsNothingForUnreadableEntry() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no zip file");

        assertThat(new ClassCode(List.of(broken.toString())).content()).isEmpty();
    }

    @Test
    void computesDigestOfThisJvm() {
        assertThat(LoadedClasses.codeOfForks().content()).isPresent();
    }

    @Test
    void findsEntryByAddressThatHotSpotEncodes() throws IOException {
        String entry = classes("a b%c\u00fc", "A.class", "A");
        String address = "file:" + entry.replace("%", "%25").replace(" ", "%20").replace("\u00fc", "%c3%bc") + "/";

        assertThat(new ClassCode(List.of(entry)).hasEntry(address)).isTrue();
        assertThat(new ClassCode(List.of(folder.toString())).hasEntry(address)).isFalse();
    }
}
