// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.replicated.EtcdMember.EtcdBinary;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no executable flag there")
class EtcdBinaryTest {

    @TempDir
    private Path folder;

    @Test
    void findsTheFirstExecutableFileOnThePath() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Path first = etcd("first");
        Path second = etcd("second");
        assertThat(first.toFile().setExecutable(false)).isTrue();
        assertThat(second.toFile().setExecutable(true)).isTrue();
        String path = String.join(
                File.pathSeparator,
                "",
                empty.toString(),
                folder.resolve("first").toString(),
                folder.resolve("second").toString());

        assertThat(EtcdBinary.find(path)).contains(second);
        assertThat(EtcdBinary.missing(path)).isEmpty();
    }

    @Test
    void namesAPathWithoutEtcd() {
        assertThat(EtcdBinary.missing(folder.toString()))
                .contains("no etcd on the PATH; Debian has it in the package etcd-server");
    }

    private Path etcd(String name) throws IOException {
        return Files.createFile(Files.createDirectories(folder.resolve(name)).resolve("etcd"));
    }
}
