// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cluster.ForkHostService.LocalClassPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClassPathTest {

    @TempDir
    private Path folder;

    private LocalClassPath find(List<PathEntry> wanted) {
        return LocalClassPath.find(wanted, List.of(), new EntryStore(folder.resolve("store")));
    }

    @Test
    void usesSameFileAtSamePath() throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "a");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(classes.resolve("A.class"), "A");

        LocalClassPath found = find(PathEntry.all(List.of(classes.toString(), jar.toString())));

        assertThat(found.entries()).containsExactly(classes.toString(), jar.toString());
        assertThat(found.missing()).isEmpty();
    }

    @Test
    void usesClassPathOfThisJvmAtAnyPath() throws IOException {
        PathEntry own = PathEntry.of(Files.writeString(folder.resolve("own.jar"), "a"));
        PathEntry wanted = new PathEntry("/elsewhere/a.jar", false, own.bytes(), own.sha256());

        assertThat(LocalClassPath.find(List.of(wanted), List.of(own), new EntryStore(folder))
                        .entries())
                .containsExactly(own.path());
    }

    @Test
    void reportsBothDigestsOfDifferentEntry() throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "a");
        PathEntry wanted = PathEntry.of(jar);
        Files.writeString(jar, "b");

        LocalClassPath found = find(List.of(wanted));

        assertThat(found.entries()).isEmpty();
        assertThat(found.missing()).containsExactly(wanted);
        assertThat(found.problems())
                .containsExactly(jar + " is different here (SHA-256 "
                        + PathEntry.of(jar).sha256().substring(0, 12) + "..., expected "
                        + wanted.sha256().substring(0, 12) + "...)");
    }

    @Test
    void detectsDifferentFileInFolder() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(classes.resolve("A.class"), "A");
        PathEntry before = PathEntry.of(classes);
        Files.move(classes.resolve("A.class"), classes.resolve("B.class"));

        assertThat(PathEntry.of(classes).sameContent(before)).isFalse();
        assertThat(PathEntry.of(classes).bytes()).isEqualTo(before.bytes());
    }

    @Test
    void findsSentEntryInStore() throws IOException {
        PathEntry wanted = new PathEntry(
                "C:\\lib\\a.jar",
                false,
                1,
                PathEntry.of(Files.writeString(folder.resolve("x"), "a")).sha256());
        assertThat(find(List.of(wanted)).problems()).containsExactly("C:\\lib\\a.jar does not exist here");

        Path place = new EntryStore(folder.resolve("store")).add(wanted, new ByteArrayInputStream(new byte[] {'a'}));

        assertThat(find(List.of(wanted)).entries()).containsExactly(place.toString());
    }

    @Test
    void expandsWildcardAndSkipsMissingEntries() throws IOException {
        Files.writeString(folder.resolve("b.jar"), "b");
        Files.writeString(folder.resolve("a.jar"), "a");
        Files.writeString(folder.resolve("c.txt"), "c");

        assertThat(PathEntry.all(List.of(folder + "/*", folder + "/none.jar")))
                .extracting(PathEntry::path)
                .containsExactly(
                        folder.resolve("a.jar").toString(),
                        folder.resolve("b.jar").toString());
    }
}
