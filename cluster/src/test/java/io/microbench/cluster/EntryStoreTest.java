// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryStoreTest {

    @TempDir
    private Path temporary;

    private Path sent;
    private Path stored;
    private EntryStore store;

    @BeforeEach
    void prepare() throws IOException {
        sent = Files.createDirectories(temporary.resolve("sent"));
        stored = temporary.resolve("store");
        store = new EntryStore(stored);
    }

    private Path jar(String name, String content) throws IOException {
        return Files.writeString(sent.resolve(name), content);
    }

    private Path folder() throws IOException {
        Path folder = Files.createDirectories(sent.resolve("classes"));
        Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("a/b/C.class"), "class");
        Files.writeString(folder.resolve("empty"), "");
        return folder;
    }

    private static InputStream packed(Path folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EntryStore.pack(folder, bytes);
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private List<Path> inStore() throws IOException {
        try (Stream<Path> all = Files.list(stored)) {
            return all.filter(file -> !file.toString().endsWith(".used")).toList();
        }
    }

    @Test
    void findsJarByContent() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));

        assertThat(store.find(entry)).isEmpty();
        Path place = store.add(entry, bytes("content"));

        assertThat(place).hasContent("content").hasFileName(entry.sha256() + ".jar");
        assertThat(store.find(PathEntry.of(jar("other-name.jar", "content")))).contains(place);
        assertThat(store.find(PathEntry.of(jar("b.jar", "contenu")))).isEmpty();
    }

    @Test
    void restoresFolder() throws IOException {
        PathEntry entry = PathEntry.of(folder());

        Path place = store.add(entry, packed(folder()));

        assertThat(PathEntry.of(place).sameContent(entry)).isTrue();
        assertThat(place.resolve("a/b/C.class")).hasContent("class");
        assertThat(store.add(entry, packed(folder()))).isEqualTo(place);
        assertThat(store.find(entry)).contains(place);
        assertThat(inStore()).containsExactly(place);
    }

    @Test
    void rejectsContentWithOtherDigest() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));

        assertThatThrownBy(() -> store.add(entry, bytes("contenu")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.jar has the SHA-256 ")
                .hasMessageContaining("instead of " + entry.sha256().substring(0, 12));
        assertThatThrownBy(() -> store.add(entry, bytes("content and more")))
                .hasMessageContaining("More than the announced 7 bytes");
        assertThat(inStore()).isEmpty();
    }

    @Test
    void ignoresModifiedEntry() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));
        Path place = store.add(entry, bytes("content"));
        Files.writeString(place, "damaged");

        assertThat(store.find(entry)).isEmpty();
        assertThat(place).doesNotExist();
    }

    private Path stored(String content, int days) throws IOException {
        Path place = store.add(PathEntry.of(jar(content + ".jar", content)), bytes(content));
        age(place, days);
        return place;
    }

    /** Sets the last use of an entry to this many days ago; the time of the entry is not changed. */
    private static void age(Path place, int days) throws IOException {
        FileTime own = Files.getLastModifiedTime(place);
        Files.setLastModifiedTime(
                place.resolveSibling(place.getFileName() + ".used"),
                FileTime.from(Instant.now().minus(Duration.ofDays(days))));
        assertThat(Files.getLastModifiedTime(place)).isEqualTo(own);
    }

    @Test
    void removesEntriesUnusedForMonth() throws IOException {
        Path old = stored("old", 0);
        Path found = stored("found", 0);
        Path younger = stored("younger", 29);
        age(old, 31);
        age(found, 31);
        Path draft = Files.createDirectories(stored.resolve("draft-4711"));
        Files.writeString(draft.resolve("content"), "much");
        Files.setLastModifiedTime(draft, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        assertThat(store.find(PathEntry.of(found))).contains(found);
        Path foreign = Files.writeString(stored.resolve("mine.jar"), "a file of the user in the same folder");
        Files.setLastModifiedTime(foreign, FileTime.from(Instant.EPOCH));

        Path added = stored("new", 0);

        assertThat(old).doesNotExist();
        assertThat(inStore()).containsExactlyInAnyOrder(found, younger, added, foreign);
    }

    @Test
    void removesLeastRecentlyUsedEntry() throws IOException {
        store = new EntryStore(stored, 20);
        Path second = stored("second", 3);
        Path first = stored("first.", 4);
        Path third = stored("third.", 2);

        Path added = stored("fourth", 0);

        assertThat(first).doesNotExist();
        assertThat(inStore()).containsExactlyInAnyOrder(second, third, added);
    }

    @Test
    void rejectsEntryThatExceedsStore() throws IOException {
        store = new EntryStore(stored, 20);
        Path busy = stored("used in a run", 0);
        Path idle = stored("idle", 2);

        assertThatThrownBy(() -> store.add(PathEntry.of(jar("a.jar", "0123456789")), bytes("0123456789")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Not enough space for ")
                .hasMessageContaining("a.jar (10 B)")
                .hasMessageContaining("is limited to 20 B, of which 13 B were used in the last day")
                .hasMessageContaining("--store");
        assertThat(inStore()).containsExactly(busy);
        PathEntry announced = new PathEntry("/x/b.jar", false, Long.MAX_VALUE, "0".repeat(64));
        assertThatThrownBy(() -> store.add(announced, bytes("x")))
                .hasMessageContaining("Not enough space for /x/b.jar");
        assertThat(idle).doesNotExist();
        assertThat(store.add(PathEntry.of(jar("c.jar", "1234567")), bytes("1234567")))
                .hasContent("1234567");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/etc/outside", "a/../../outside", "a/../..", "folder/", "nul\0l"})
    void rejectsFileOutsideStore(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write('x');
            zip.closeEntry();
        }
        PathEntry entry = PathEntry.of(folder());

        assertThatThrownBy(() -> store.add(entry, new ByteArrayInputStream(bytes.toByteArray())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a valid file name in the sent folder");
        assertThat(inStore()).isEmpty();
        assertThat(temporary.resolve("outside")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../../etc", "ABCDEF", "0123456789abcdef"})
    void rejectsInvalidDigest(String digest) {
        PathEntry entry = new PathEntry("/x/a.jar", false, 1, digest);

        assertThatThrownBy(() -> store.find(entry)).hasMessageContaining("is not a SHA-256");
        assertThatThrownBy(() -> store.add(entry, bytes("x"))).hasMessageContaining("is not a SHA-256");
    }

    @Test
    void rejectsStoreWritableByOthers() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));
        store.add(entry, bytes("content"));
        assertThat(stored.toFile().setWritable(true, false)).isTrue();

        assertThat(store.find(entry)).isEmpty();
        assertThatThrownBy(() -> store.add(entry, bytes("content"))).hasMessageContaining("others may write to it");
    }
}
