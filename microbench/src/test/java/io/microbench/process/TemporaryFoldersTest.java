// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.GoneProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TemporaryFoldersTest {

    private final List<Path> made = new ArrayList<>();

    @AfterEach
    void remove() throws IOException {
        for (Path folder : made) {
            FolderTree.delete(folder);
        }
    }

    private Path folder(String name) throws IOException {
        Path folder = Files.createTempDirectory(name);
        made.add(folder);
        Files.writeString(Files.createDirectory(folder.resolve("sub")).resolve("file"), "left");
        return folder;
    }

    @Test
    void removesOnlyFoldersOfKilledProcesses() throws Exception {
        long gone = GoneProcess.pid();
        Path left = folder("microbench-" + gone + "-");
        Path busy = folder("microbench-" + ProcessHandle.current().pid() + "-");
        Path foreign = folder("microbench-of-mine");

        Path own = TemporaryFolders.create();
        made.add(own);

        assertThat(own).isEmptyDirectory().satisfies(folder -> assertThat(
                        folder.getFileName().toString())
                .startsWith("microbench-" + ProcessHandle.current().pid() + "-"));
        assertThat(left).doesNotExist();
        assertThat(busy.resolve("sub/file")).exists();
        assertThat(foreign.resolve("sub/file")).exists();
    }

    @Test
    void findsFileInFolderOfLiveProcess() throws Exception {
        Path parent = folder("of-a-test-");
        long pid = ProcessHandle.current().pid();
        Path own = Files.createDirectory(parent.resolve("microbench-" + pid + "-1"));
        Files.createFile(Files.createDirectory(parent.resolve("microbench-" + pid + "-2"))
                .resolve("live"));
        Files.createFile(Files.createDirectory(parent.resolve("microbench-" + GoneProcess.pid() + "-3"))
                .resolve("gone"));

        assertThat(TemporaryFolders.anyLiveHas(own, "live")).isTrue();
        assertThat(TemporaryFolders.anyLiveHas(own, "gone")).isFalse();
    }
}
