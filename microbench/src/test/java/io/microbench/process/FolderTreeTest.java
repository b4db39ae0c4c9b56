// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {

    @TempDir
    Path folder;

    @Test
    void deletesFolderWithContents() throws IOException {
        Path tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("a/b"));
        Files.writeString(tree.resolve("a/b/file"), "text");
        Path beside = Files.writeString(folder.resolve("beside"), "stays");

        FolderTree.delete(tree);

        assertThat(tree).doesNotExist();
        assertThat(beside).exists();
    }

    @Test
    void acceptsMissingFolder() throws IOException {
        FolderTree.delete(folder.resolve("never"));

        assertThat(folder).isEmptyDirectory();
    }
}
