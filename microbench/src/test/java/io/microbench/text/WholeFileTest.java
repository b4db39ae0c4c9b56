// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.result.GoneProcess;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    private final Path folder;

    WholeFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    /** Writes more than the file size limit of its shell. */
    public static final class TooMuch {

        private TooMuch() {}

        /** Writes the file; exits with 1 on failure. */
        public static void main(String[] arguments) {
            try {
                WholeFile.write(Path.of(arguments[0]), new byte[1 << 20]);
            } catch (IOException e) {
                System.exit(1);
            }
        }
    }

    @Test
    void replacesExistingFile() throws IOException {
        Path file = folder.resolve("a.txt");

        WholeFile.write(file, "one");
        WholeFile.write(file, "zwölf");

        assertThat(file).hasContent("zwölf");
        assertThat(folder.toFile().list()).containsExactly("a.txt");
    }

    @Test
    void writesStreamedTextCompletelyOrNotAtAll() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");

        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    out.write("half".repeat(100_000));
                    throw new IOException("no more");
                }))
                .hasMessage(file + ": no more");
        assertThat(file).hasContent("old");

        WholeFile.write(file, out -> {
            for (int i = 0; i < 3; i++) {
                assertThat(file).hasContent("old");
                out.append("zwölf ");
            }
        });
        assertThat(file).hasContent("zwölf zwölf zwölf ");
        assertThat(folder.toFile().list()).containsExactly("a.txt");
    }

    @Test
    void createsMissingFileAndKeepsExistingOne() throws IOException {
        Path file = folder.resolve("new/a.txt");

        WholeFile.create(file, new byte[] {'1'});

        assertThatThrownBy(() -> WholeFile.create(file, new byte[] {'2'}))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("1");
        assertThat(folder.resolve("new").toFile().list()).containsExactly("a.txt");
    }

    @Test
    void writesWholeTextWithoutLeavingDraft() throws IOException {
        Path file = folder.resolve("ready.properties");

        WholeFile.handOver(file, "one");
        WholeFile.handOver(file, "zwölf");

        assertThat(file).hasContent("zwölf");
        assertThat(folder.toFile().list()).containsExactly("ready.properties");
        assertThatThrownBy(() -> WholeFile.handOver(folder.resolve("gone/a.txt"), "a"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void publishesCompleteFolderAndKeepsExistingOne() throws IOException {
        Path draft = Files.createDirectory(folder.resolve("draft"));
        Files.writeString(draft.resolve("a.txt"), "new");

        WholeFile.publish(draft, folder.resolve("kept"));

        assertThat(folder.resolve("kept/a.txt")).hasContent("new");
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThatThrownBy(() -> WholeFile.publish(other, folder.resolve("kept")))
                .isInstanceOf(IOException.class);
        assertThat(folder.resolve("kept/a.txt")).hasContent("new");
        assertThat(other).isDirectory();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void keepsOldFileIfDiskIsFull() throws Exception {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");

        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -f 100; exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TooMuch.class.getName(),
                        file.toString())
                .inheritIO()
                .start();

        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(file).hasContent("old");
        assertThat(folder.toFile().list()).containsExactly("a.txt");
    }

    @Test
    void keepsSymbolicLink() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        WholeFile.write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void writesToDevice() throws IOException {
        WholeFile.write(Path.of("/dev/null"), "gone");

        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
        assertThatThrownBy(() -> WholeFile.write(Path.of("/dev/full"), "too much"))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> WholeFile.write(folder, "a folder")).isInstanceOf(IOException.class);
    }

    @Test
    void reportsInAdvanceWhyFileCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "a");

        assertThat(WholeFile.obstacle(file)).isEmpty();
        assertThat(WholeFile.obstacle(folder.resolve("new.txt"))).isEmpty();
        assertThat(WholeFile.obstacle(Path.of("new.txt"))).isEmpty();
        assertThat(WholeFile.obstacle(folder)).contains(folder + " is a folder");
        assertThat(WholeFile.obstacle(folder.resolve("no/new.txt")))
                .contains("the folder " + folder.resolve("no") + " does not exist");
        assertThat(WholeFile.folderObstacle(folder.resolve("no/new"))).isEmpty();
        assertThat(WholeFile.folderObstacle(file.resolve("new"))).contains(file + " is not a folder");
    }

    @Test
    void removesDraftOfKilledWriter() throws Exception {
        long gone = GoneProcess.pid();
        Files.createFile(folder.resolve(".microbench-" + gone + "-7.tmp"));
        Path busy = Files.createFile(
                folder.resolve(".microbench-" + ProcessHandle.current().pid() + "-7.tmp"));

        WholeFile.write(folder.resolve("a.txt"), "a");

        assertThat(folder.toFile().list())
                .containsExactlyInAnyOrder("a.txt", busy.getFileName().toString());
    }
}
