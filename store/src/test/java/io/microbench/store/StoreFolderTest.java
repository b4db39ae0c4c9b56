// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StoreFolderTest {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @TempDir
    private Path parent;

    @Test
    void closingRemovesEverything() throws IOException {
        Path path;
        try (StoreFolder folder = StoreFolder.create(parent)) {
            path = folder.path();
            Files.writeString(folder.newFolder().resolve("file"), "content");
            assertThat(folder.disk()).contains(" on ");
        }

        assertThat(path).doesNotExist();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void removesTheFolderOfAnEndedProcess() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Path left = Files.createDirectories(parent.resolve("microbench-" + gone.pid() + "-1/store-2"));
        Path foreign = Files.createDirectories(parent.resolve("microbench-of-mine"));
        Path alive = Files.createDirectories(
                parent.resolve("microbench-" + ProcessHandle.current().pid() + "-3"));

        StoreFolder.create(parent).close();

        assertThat(left.getParent()).doesNotExist();
        assertThat(foreign).exists();
        assertThat(alive).exists();
    }

    static boolean hasSharedMemory() throws IOException {
        return Files.isWritable(SHARED_MEMORY)
                && Files.getFileStore(SHARED_MEMORY).type().equals("tmpfs");
    }

    @Test
    @EnabledIf("hasSharedMemory")
    void rejectsAFolderInMemory() throws IOException {
        Path folder = Files.createTempDirectory(SHARED_MEMORY, "stores");
        try {
            assertThatThrownBy(() -> StoreFolder.create(folder))
                    .hasMessage(folder + " is on tmpfs, which is in memory: expected a folder on a disk."
                            + " Set -Dstore.folder=...");
            assertThat(folder).isEmptyDirectory();
        } finally {
            Files.delete(folder);
        }
    }

    @Test
    void rejectsAFile() throws IOException {
        Path file = Files.createFile(parent.resolve("file"));

        assertThatThrownBy(() -> StoreFolder.create(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Cannot create a store folder in " + file + ": ")
                .hasMessageEndingWith("; -Dstore.folder=... sets another folder");
    }
}
