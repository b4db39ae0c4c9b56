// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.text.ChangeTime;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassFilesTest {

    @TempDir
    Path folder;

    private Path type;
    private long time = 1_000_000;

    @BeforeEach
    void prepare() throws IOException {
        type = folder.resolve("classes/acme/Codec.class");
        Files.createDirectories(type.getParent());
        write("one");
    }

    /** Writes a file with a distinct time, because the granularity of file times differs. */
    private void write(String text) throws IOException {
        Files.writeString(type, text);
        time += 10_000;
        Files.setLastModifiedTime(type, FileTime.fromMillis(time));
    }

    private static boolean changedAfterAWhile(ClassFiles files) {
        boolean changed = false;
        for (int look = 0; look < 2 * ClassFiles.STILL; look++) {
            changed |= files.changed();
        }
        return changed;
    }

    private ClassFiles files() {
        return new ClassFiles(List.of(folder.resolve("classes").toString()));
    }

    @Test
    void reportsChangedContentOnce() throws IOException {
        ClassFiles files = files();
        assertThat(changedAfterAWhile(files)).isFalse();
        write("two");

        assertThat(changedAfterAWhile(files)).isTrue();
        assertThat(changedAfterAWhile(files)).isFalse();
    }

    @Test
    void reportsChangedContentOfSameSizeAndTime() throws IOException {
        ClassFiles files = files();
        FileTime before = Files.getLastModifiedTime(type);
        OptionalLong changed = ChangeTime.of(type);
        do {
            Files.writeString(type, "two");
            Files.setLastModifiedTime(type, before);
        } while (ChangeTime.of(type).equals(changed));

        assertThat(changedAfterAWhile(files)).isTrue();
    }

    @Test
    void ignoresRewrittenSameContent() throws IOException {
        ClassFiles files = files();
        write("one");

        assertThat(changedAfterAWhile(files)).isFalse();
    }

    @Test
    void waitsUntilFilesAreStable() throws IOException {
        ClassFiles files = files();
        for (int i = 0; i < 5; i++) {
            write("half " + i);
            assertThat(files.changed()).isFalse();
            assertThat(files.changed()).isFalse();
        }
        assertThat(changedAfterAWhile(files)).isTrue();
    }

    @Test
    void reportsAddedAndRemovedFiles() throws IOException {
        ClassFiles files = files();
        Path other = folder.resolve("classes/acme/Other.class");
        Files.writeString(other, "x");
        assertThat(changedAfterAWhile(files)).isTrue();

        Files.delete(other);
        assertThat(changedAfterAWhile(files)).isTrue();
    }

    /** Regression: results or compiled classes of a watch below a folder of its class path caused an endless loop. */
    @Test
    void ignoresFilesOfMeasurement() throws IOException {
        ClassFiles files = files();
        Files.writeString(folder.resolve("classes/monitor.csv"), "1");
        Files.writeString(
                Files.createDirectories(folder.resolve("classes/target/run")).resolve("run.json"), "{}");
        Path temporary = Files.createDirectories(folder.resolve("classes/microbench-42-1/snippet-0"));
        Files.writeString(temporary.resolve("Snippet.class"), "x");

        assertThat(changedAfterAWhile(files)).isFalse();
    }

    @Test
    void reportsChangedJars() throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "jar");
        ClassFiles files = new ClassFiles(List.of(folder + File.separator + "*"));
        Files.writeString(jar, "another jar");

        assertThat(changedAfterAWhile(files)).isTrue();
    }

    @Test
    void reportsChangedFilesAndLinkedFolders() throws IOException {
        Path file = Files.writeString(folder.resolve("Sum.java"), "1 + 1");
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("classes"));
        ClassFiles files = new ClassFiles(List.of(file.toString(), link.toString()));
        Files.writeString(file, "1 + 1 + 1");
        assertThat(changedAfterAWhile(files)).isTrue();

        write("two");
        assertThat(changedAfterAWhile(files)).isTrue();
    }

    @Test
    void isMovingUntilChangeIsReported() throws IOException {
        ClassFiles files = files();
        files.changed();
        assertThat(files.isMoving()).isFalse();
        write("two");
        for (int look = 0; look < ClassFiles.STILL; look++) {
            assertThat(files.changed()).isFalse();
            assertThat(files.isMoving()).isTrue();
        }
        assertThat(files.changed()).isTrue();
        assertThat(files.isMoving()).isFalse();
    }
}
