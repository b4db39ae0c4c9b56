// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.Runner;

class SubstituteClassPathTest {

    private final String own = System.getProperty("java.class.path");

    @TempDir
    Path folder;

    @AfterEach
    void restore() {
        System.setProperty("java.class.path", own);
    }

    private URLClassLoader console() throws IOException {
        Path jmh = Path.of(HarnessPath.location(Runner.class.getName()).orElseThrow());
        return new URLClassLoader(
                new URL[] {folder.toUri().toURL(), jmh.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    @Test
    void includesFilesOfConsoleClassLoader() throws IOException {
        System.setProperty("java.class.path", "console.jar");
        try (URLClassLoader loader = console();
                SubstituteClassPath lent = SubstituteClassPath.ofLoader(loader)) {
            assertThat(lent).isNotNull();
            assertThat(System.getProperty("java.class.path").split(File.pathSeparator))
                    .hasSize(3)
                    .startsWith(folder.toString())
                    .endsWith("console.jar");
        }
        assertThat(System.getProperty("java.class.path")).isEqualTo("console.jar");
    }

    @Test
    void keepsClassPathWithJmh() throws IOException {
        try (URLClassLoader loader = console();
                SubstituteClassPath lent = SubstituteClassPath.ofLoader(loader)) {
            assertThat(lent).isNotNull();
            assertThat(System.getProperty("java.class.path")).isEqualTo(own);
        }
    }

    @Test
    void keepsClassPathIfJmhIsMissing() {
        System.setProperty("java.class.path", "console.jar");
        try (SubstituteClassPath lent = SubstituteClassPath.ofLoader(ClassLoader.getPlatformClassLoader())) {
            assertThat(lent).isNotNull();
            assertThat(System.getProperty("java.class.path")).isEqualTo("console.jar");
        }
    }

    @Test
    void passesClassPathInFileWhileForkStarts() throws IOException {
        assertThat(lent()).isEqualTo("\"" + own + "\"");
        assertThat(System.getProperty("java.class.path")).isEqualTo(own);
    }

    private static String lent() throws IOException {
        try (SubstituteClassPath outer = SubstituteClassPath.inFile();
                SubstituteClassPath inner = SubstituteClassPath.inFile()) {
            String path = System.getProperty("java.class.path");
            inner.close();
            assertThat(System.getProperty("java.class.path")).startsWith("@").isEqualTo(path);
            return Files.readString(Path.of(path.substring(1)));
        }
    }
}
