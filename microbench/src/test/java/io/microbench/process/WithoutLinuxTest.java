// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.fork.FileModes;
import io.microbench.run.Eventually;
import io.microbench.text.ChangeTime;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the behaviour without {@code /proc}, a shell, file modes and links. A zip file is a file system without the
 * last two.
 */
@Timeout(300)
class WithoutLinuxTest {

    @TempDir
    Path folder;

    private ProcFolder noProc() {
        return new ProcFolder(folder.resolve("proc"));
    }

    private FileSystem zip() throws IOException {
        return FileSystems.newFileSystem(folder.resolve("files.zip"), Map.of("create", "true"));
    }

    @Test
    void returnsNothingAboutProcesses() {
        long pid = ProcessHandle.current().pid();

        assertThat(noProc().text(pid + "/stat")).isEmpty();
        assertThat(noProc().target("self/fd/1")).isEmpty();
        assertThat(noProc().holds(pid, Set.of("pipe:[1]"))).isFalse();
        assertThat(noProc().names("", "*")).isEmpty();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a shell creates the tree")
    void findsOnlyDescendantsAndKillsThem() throws IOException, InterruptedException {
        ProcessTree tree = new ProcessTree(noProc());
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "sleep 600 & wait");
        tree.mark(builder);
        Process root = builder.start();
        try {
            Eventually.within(120, "a child", () -> root.descendants().count() == 1);
            ProcessHandle child = root.descendants().findFirst().orElseThrow();

            assertThat(tree.prefix()).isEmpty();
            assertThat(tree.marked()).isEmpty();
            assertThat(tree.members().toList()).contains(root.toHandle(), child);
            assertThat(tree.outputs(root.toHandle())).isEmpty();
            assertThat(tree.holders(Set.of("pipe:[1]"))).isEmpty();
            assertThat(tree.end(Optional.of(root.toHandle()))).containsExactly(child);
            Eventually.within(120, "none", () -> !root.isAlive() && !child.isAlive());
        } finally {
            root.descendants().forEach(ProcessHandle::destroyForcibly);
            root.destroyForcibly();
        }
    }

    @Test
    void startsNoReaperWithoutShell() throws IOException {
        Path leftover = Files.createFile(folder.resolve("leftover"));
        try (ForkReaper reaper = ForkReaper.startBy(folder.resolve("sh"), leftover)) {
            reaper.guard(new ProcessTree(), Long.MAX_VALUE);
            reaper.remove(List.of(leftover));
            reaper.release();

            assertThat(ProcessHandle.current().children())
                    .noneMatch(child -> child.info().commandLine().orElse("").contains(leftover.toString()));
        }
        assertThat(leftover).exists();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no file modes")
    void checksFileModeWithoutProc() throws IOException {
        Path file = Files.createFile(folder.resolve("file"), FileModes.of(folder, "rw-------"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PrivateFolders.othersMayWrite(file, noProc())).isFalse();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        assertThat(PrivateFolders.othersMayWrite(file, noProc())).isTrue();
    }

    @Test
    void createsOrdinaryFilesAndFoldersWithoutModes() throws IOException {
        try (FileSystem zip = zip()) {
            Path inside = zip.getPath("/a/b");
            PrivateFolders.create(inside);

            assertThat(inside).isDirectory();
            assertThat(FileModes.of(inside, "rw-------")).isEmpty();
            assertThat(PrivateFolders.othersMayWrite(inside)).isFalse();
            assertThat(ChangeTime.of(inside)).isEmpty();
        }
    }

    @Test
    void movesFileWithoutLinksUnlessNameIsTaken() throws IOException {
        try (FileSystem zip = zip()) {
            Path target = zip.getPath("/kept");
            WholeFile.publishNew(Files.writeString(zip.getPath("/one"), "one"), target);
            Path second = Files.writeString(zip.getPath("/two"), "two");

            assertThatThrownBy(() -> WholeFile.publishNew(second, target))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThat(Files.readString(target)).isEqualTo("one");
        }
    }

    @Test
    void replacesFileWithoutAtomicMoves() throws IOException {
        try (FileSystem zip = zip()) {
            Path target = Files.writeString(zip.getPath("/kept"), "old");
            WholeFile.publish(Files.writeString(folder.resolve("draft"), "new"), target);

            assertThat(Files.readString(target)).isEqualTo("new");
            assertThat(folder.resolve("draft")).doesNotExist();
        }
    }

    @Test
    void findsProgramsByNameOnWindows() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        assertThat(Programs.ofJdk(folder, "java")).isEqualTo(bin.resolve("java"));

        Path exe = Files.createFile(bin.resolve("java.exe"));
        assertThat(exe.toFile().setExecutable(true)).isTrue();

        assertThat(Programs.ofJdk(folder, "java")).isEqualTo(exe);
        assertThat(Programs.onPath(folder + File.pathSeparator + bin, "java")).contains(exe);
        assertThat(Programs.onPath(bin.toString(), "stty")).isEmpty();
        assertThat(Programs.script("mvnw", true)).isEqualTo("mvnw.cmd");
        assertThat(Programs.shell("a && b", true)).containsExactly("cmd.exe", "/d", "/c", "a && b");
        assertThat(Programs.shell("a && b", false)).containsExactly("/bin/sh", "-c", "a && b");
    }
}
