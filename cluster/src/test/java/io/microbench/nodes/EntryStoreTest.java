/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
            return all.toList();
        }
    }

    @Test
    void aJarIsFoundByItsContent() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));

        assertThat(store.find(entry)).isEmpty();
        Path place = store.add(entry, bytes("content"));

        assertThat(place).hasContent("content").hasFileName(entry.sha256() + ".jar");
        assertThat(store.find(PathEntry.of(jar("other-name.jar", "content")))).contains(place);
        assertThat(store.find(PathEntry.of(jar("b.jar", "contenu")))).isEmpty();
    }

    @Test
    void aFolderComesAsItWas() throws IOException {
        PathEntry entry = PathEntry.of(folder());

        Path place = store.add(entry, packed(folder()));

        assertThat(PathEntry.of(place).sameContent(entry)).isTrue();
        assertThat(place.resolve("a/b/C.class")).hasContent("class");
        assertThat(store.add(entry, packed(folder()))).isEqualTo(place);
        assertThat(store.find(entry)).contains(place);
        assertThat(inStore()).containsExactly(place);
    }

    @Test
    void contentThatIsNotWhatTheNamePromisesIsRefusedAndLeavesNothing() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));

        assertThatThrownBy(() -> store.add(entry, bytes("contenu")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.jar has the SHA-256 ")
                .hasMessageContaining("instead of " + entry.sha256().substring(0, 12));
        assertThatThrownBy(() -> store.add(entry, bytes("content and more")))
                .hasMessageContaining("More than the 7 bytes");
        assertThat(inStore()).isEmpty();
    }

    @Test
    void anEntryThatWasChangedInTheStoreIsNotUsed() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));
        Path place = store.add(entry, bytes("content"));
        Files.writeString(place, "damaged");

        assertThat(store.find(entry)).isEmpty();
        assertThat(place).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/etc/outside", "a/../../outside", "a/../..", "folder/", "nul\0l"})
    void noFileIsWrittenOutsideTheStore(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write('x');
            zip.closeEntry();
        }
        PathEntry entry = PathEntry.of(folder());

        assertThatThrownBy(() -> store.add(entry, new ByteArrayInputStream(bytes.toByteArray())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not the name of a file below the folder");
        assertThat(inStore()).isEmpty();
        assertThat(temporary.resolve("outside")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../../etc", "ABCDEF", "0123456789abcdef"})
    void whatIsNoDigestIsNoName(String digest) {
        PathEntry entry = new PathEntry("/x/a.jar", false, 1, digest);

        assertThatThrownBy(() -> store.find(entry)).hasMessageContaining("is no SHA-256");
        assertThatThrownBy(() -> store.add(entry, bytes("x"))).hasMessageContaining("is no SHA-256");
    }

    @Test
    void aStoreThatOthersMayWriteToIsNotUsed() throws IOException {
        PathEntry entry = PathEntry.of(jar("a.jar", "content"));
        store.add(entry, bytes("content"));
        assertThat(stored.toFile().setWritable(true, false)).isTrue();

        assertThat(store.find(entry)).isEmpty();
        assertThatThrownBy(() -> store.add(entry, bytes("content"))).hasMessageContaining("others may write to it");
    }
}
