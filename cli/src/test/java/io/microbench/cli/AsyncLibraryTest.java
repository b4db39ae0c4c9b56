// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.microbench.cli.ProfileOptions.AsyncLibrary;
import io.microbench.settings.ConfigurationException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AsyncLibraryTest {

    private static final String NAME = "libasyncProfiler.so";

    @TempDir
    Path folder;

    private Path jar(String content) throws Exception {
        Path jar = folder.resolve("a.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry("linux-x64/"));
            zip.putNextEntry(new ZipEntry("linux-x64/" + NAME));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("one/profiler/AsyncProfiler.class"));
        }
        return jar;
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x64",
        "Linux, x86_64, linux-x64",
        "Linux, aarch64, linux-arm64",
        "Mac OS X, aarch64, macos",
        "Mac OS X, x86_64, macos"
    })
    void findsTheFolderOfTheMachine(String os, String processor, String expected) {
        assertThat(new AsyncLibrary(os, processor).folder()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, amd64", "Linux, riscv64"})
    void suggestsJfrOnOtherMachines(String os, String processor) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new AsyncLibrary(os, processor).folder())
                .withMessageContaining("this is " + os + " on " + processor)
                .withMessageContaining("--profile jfr draws flame graphs everywhere");
    }

    @Test
    void unpacksTheLibrary() throws Exception {
        assertThat(AsyncLibrary.unpack(jar("first"), "linux-x64", folder))
                .hasContent("first")
                .hasFileName(NAME)
                .isAbsolute();
    }

    @Test
    void namesTheJarWithoutALibrary() throws Exception {
        Path jar = jar("first");

        assertThatIOException()
                .isThrownBy(() -> AsyncLibrary.unpack(jar, "macos", folder.resolve("cache")))
                .withMessage(jar + " has no library for macos");
    }
}
