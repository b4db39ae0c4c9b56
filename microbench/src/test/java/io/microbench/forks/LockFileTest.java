// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("jmh.lock");
    }

    @Test
    void createsFileWritableByEveryone() throws IOException {
        RunLock.open(file).close();

        assertThat(Files.getPosixFilePermissions(file))
                .contains(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    }

    @Test
    void keepsContentAndPermissionsOfExistingFile() throws IOException {
        Set<PosixFilePermission> owners = PosixFilePermissions.fromString("rw-------");
        Files.writeString(file, "another run's");
        Files.setPosixFilePermissions(file, owners);

        RunLock.open(file).close();

        assertThat(file).hasContent("another run's");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(owners);
    }

    @Test
    void opensChannelForReadAndWrite() throws IOException {
        try (FileChannel channel = RunLock.open(file)) {
            channel.write(ByteBuffer.wrap("mine".getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer read = ByteBuffer.allocate(4);
            channel.read(read, 0);

            assertThat(new String(read.array(), StandardCharsets.US_ASCII)).isEqualTo("mine");
            assertThat(channel.tryLock()).isNotNull();
        }
    }

    @Test
    void rejectsFolder() throws IOException {
        Files.createDirectory(file);

        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> RunLock.open(file))
                .withMessageContaining(file.toString());
    }

    @Test
    void rejectsLinkToItselfAsLink() throws IOException {
        Files.createSymbolicLink(file, file);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> RunLock.open(file))
                .withMessageContaining("NOFOLLOW_LINKS");
    }

    @Test
    void doesNotCreateMissingFolder() {
        Path missing = folder.resolve("missing");

        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> RunLock.open(missing.resolve("jmh.lock")));
        assertThat(missing).doesNotExist();
    }
}
