// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles the Java programs in {@code src/build}, which no build does because they are started from source. Excludes
 * those next to a pom, which need other libraries.
 */
@Tag("any-jdk")
class ProjectScriptsTest {

    private static final Path SCRIPTS =
            Path.of(System.getProperty("basedir", ""), "..", "src", "build").toAbsolutePath();

    @TempDir
    Path classes;

    @Test
    @Tag("jdk")
    void everyProgramCompiles() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files =
                        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
                Stream<Path> scripts = Files.walk(SCRIPTS)) {
            List<Path> programs = scripts.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !Files.exists(file.resolveSibling("pom.xml")))
                    .toList();
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-d",
                    classes.toString(),
                    "-classpath",
                    System.getProperty("java.class.path", ""));

            assertThat(programs).isNotEmpty();
            assertThat(compiler.getTask(
                                    messages, files, null, options, null, files.getJavaFileObjectsFromPaths(programs))
                            .call())
                    .as(messages.toString())
                    .isTrue();
        }
    }
}
