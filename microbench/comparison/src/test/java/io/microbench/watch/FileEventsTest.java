// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.watch.ClassFiles.FileEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere the files are looked at now and then")
class FileEventsTest {

    @TempDir
    Path folder;

    private final Semaphore happened = new Semaphore(0);
    private Optional<FileEvents> opened = Optional.empty();

    private FileEvents watch(Path... entries) {
        FileEvents events = FileEvents.of(List.of(entries), happened::release);
        opened = Optional.of(events);
        return events;
    }

    @AfterEach
    void close() {
        opened.ifPresent(FileEvents::close);
    }

    private void awaitEvent() throws InterruptedException {
        assertThat(happened.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aFileBelowAFolderIsReported() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("classes/com/acme"));
        assertThat(watch(folder.resolve("classes")).isComplete()).isTrue();

        Files.writeString(deep.resolve("A.class"), "a");

        awaitEvent();
    }

    @Test
    void belowAFolderOnlyClassesCount() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        watch(classes);

        for (int i = 0; i < 20; i++) {
            Files.writeString(classes.resolve("result-" + i + ".json"), "{}");
        }
        Path type = Files.createFile(classes.resolve("A.class"));
        Files.delete(type);

        awaitEvent();
        assertThat(happened.drainPermits()).as("besides creation and deletion").isLessThan(2);
    }

    @Test
    void ofTheFolderOfAFileItsOwnNameCountsAndNoOther() throws Exception {
        Path jar = Files.createFile(folder.resolve("suite.jar"));
        watch(jar);

        for (int i = 0; i < 20; i++) {
            Files.createFile(folder.resolve("beside-" + i));
        }
        Files.delete(jar);

        awaitEvent();
        assertThat(happened.availablePermits()).as("a deletion is one event").isZero();
    }

    @Test
    void aFileThatIsNotThereYetIsReportedAndTheListIsNotComplete() throws Exception {
        Path jar = folder.resolve("suite.jar");
        FileEvents events = watch(jar);
        assertThat(events.isComplete()).isFalse();

        Files.createFile(jar);

        awaitEvent();
        events.renew();
        assertThat(events.isComplete()).isTrue();
    }

    @Test
    void aFolderWithoutAParentMakesTheListIncomplete() throws IOException {
        FileEvents events = watch(folder.resolve("target/classes"));
        assertThat(events.isComplete()).isFalse();

        Files.createDirectories(folder.resolve("target/classes"));
        events.renew();

        assertThat(events.isComplete()).isTrue();
    }

    @Test
    void oneMissingEntryDoesNotKeepTheOthersFromBeingWatched() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        watch(folder.resolve("missing/lib.jar"), classes);

        Files.createFile(classes.resolve("A.class"));

        awaitEvent();
    }

    @Test
    void aFolderThatCameLaterIsWatchedOnceRenewed() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        FileEvents events = watch(classes);
        Path later = Files.createDirectory(classes.resolve("later"));
        awaitEvent();

        events.renew();
        Files.createFile(later.resolve("B.class"));

        awaitEvent();
    }

    @Test
    void whatALinkLeadsToIsWatched() throws Exception {
        Path real = Files.createDirectories(folder.resolve("real/lib")).resolve("suite.jar");
        Files.createFile(real);
        Path link = Files.createSymbolicLink(folder.resolve("link.jar"), real);
        watch(link);

        Files.delete(real);

        awaitEvent();
    }

    @Test
    void afterTheEndNothingIsWatchedAnyMore() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        FileEvents events = watch(classes);
        events.close();

        events.renew();
        Files.createFile(classes.resolve("A.class"));

        assertThat(happened.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();
    }
}
