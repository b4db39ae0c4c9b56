// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.NewCommand.ProjectTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewCommandTest {

    /** A line with nothing but a path in backticks, then the file. */
    private static final Pattern FILE =
            Pattern.compile("^`([^`\\n]+)`\\n\\n```\\w+\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private final TestConsole console = new TestConsole();
    private final Path folder;

    NewCommandTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void thePageShowsTheProjectThatTheCommandMakes() throws IOException {
        Map<String, String> made = new ProjectTemplate("com.acme", "first-benchmark", "com.acme").files();
        made.remove(".gitignore");

        assertThat(page()).isEqualTo(made);
    }

    @Test
    void theProjectHasEverythingAndTheWrapperCanBeStarted() throws IOException {
        Path project = folder.resolve("My Project");

        assertThat(console.run("new", project.toString())).isZero();

        assertThat(console.out())
                .contains("./mvnw test -Dtest=ChecksumBenchmark")
                .contains("./mvnw install");
        try (Stream<Path> files = Files.walk(project)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> project.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "pom.xml",
                            ".gitignore",
                            "mvnw",
                            "mvnw.cmd",
                            ".mvn/wrapper/maven-wrapper.properties",
                            "src/test/java/com/acme/ChecksumBenchmark.java");
        }
        assertThat(Files.isExecutable(project.resolve("mvnw"))).isTrue();
        assertThat(Files.readString(project.resolve("pom.xml")))
                .contains("<groupId>com.acme</groupId>\n  <artifactId>my-project</artifactId>")
                .doesNotContain("@");
    }

    @Test
    void namesAreThoseThatAreGiven() throws IOException {
        assertThat(console.run(
                        "new",
                        folder.toString(),
                        "--group",
                        "org.some-where",
                        "--name",
                        "speed",
                        "--package",
                        "org.somewhere.speed"))
                .isZero();

        assertThat(Files.readString(folder.resolve("pom.xml")))
                .contains("<groupId>org.some-where</groupId>\n  <artifactId>speed</artifactId>");
        Path source = folder.resolve("src/test/java/org/somewhere/speed/ChecksumBenchmark.java");
        assertThat(Files.readString(source)).startsWith("package org.somewhere.speed;\n");
        CommandProcess.compile(folder.resolve("classes"), source);
    }

    @Test
    void aFolderThatIsNotEmptyIsLeftAlone() throws IOException {
        Path mine = Files.writeString(folder.resolve("pom.xml"), "mine");

        assertThat(console.run("new", folder.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(console.run("new", mine.toString())).isEqualTo(ExitCode.USAGE);

        assertThat(console.errors().get(0))
                .isEqualTo("microbench: " + folder
                        + " exists and is not an empty folder. Name one that is empty or does not exist yet.");
        assertThat(folder).isDirectoryContaining(file -> file.equals(mine));
        assertThat(mine).hasContent("mine");
    }

    @ParameterizedTest
    @CsvSource({
        "--group, com acme, 'letters, digits, dots, dashes and underscores'",
        "--name, a/b, 'letters, digits, dots, dashes and underscores'",
        "--package, com.class, 'the name of a Java package, such as com.acme'",
    })
    void aNameThatCannotBeUsedIsRefusedBeforeAnythingIsWritten(String option, String value, String accepted) {
        Path project = folder.resolve("new");

        assertThat(console.run("new", project.toString(), option, value)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors().get(0))
                .isEqualTo("microbench: " + option + " " + value + " cannot be used: expected " + accepted + ".");
        assertThat(project).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeWrittenIsTold() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(console.run("new", file.resolve("project").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors().get(0)).startsWith("microbench: Cannot write " + file.resolve("project"));
    }

    private static Map<String, String> page() throws IOException {
        Path docs = Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("src/docs");
        Map<String, String> files = new LinkedHashMap<>();
        FILE.matcher(Files.readString(docs.resolve("first-benchmark.md")))
                .results()
                .forEach((MatchResult file) -> files.put(file.group(1), file.group(2)));
        return files;
    }
}
