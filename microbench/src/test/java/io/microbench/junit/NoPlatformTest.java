// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.junit.SuiteMain.NoPlatform;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestEngine;

class NoPlatformTest {

    @Test
    void printsMissingDependenciesForSuiteWithoutJUnit() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        withoutJUnit(),
                        "io.microbench.junit.SuiteMain")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // Keeps the child's standard input open until the child has printed the message.
        try (OutputStream tie = process.getOutputStream();
                InputStream err = process.getErrorStream()) {
            assertThat(tie).isNotNull();
            assertThat(new String(err.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("microbench: The class path has no JUnit Platform")
                    .contains("<artifactId>junit-jupiter</artifactId>")
                    .contains("<version>" + NoPlatform.VERSION + "</version>");
        }
        assertThat(process.waitFor()).isEqualTo(2);
    }

    private static String withoutJUnit() throws IOException {
        try (URLClassLoader loader = Reloaded.without("junit-", List.of())) {
            return Arrays.stream(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":"));
        }
    }

    @Test
    void namesVersionOfBuild() {
        assertThat(TestEngine.class.getPackage().getImplementationVersion()).isEqualTo(NoPlatform.VERSION);
    }
}
