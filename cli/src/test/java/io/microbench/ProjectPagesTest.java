// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the project's pages with its folders: modules, packages, and the classes and files that they name. */
@Tag("any-jdk")
class ProjectPagesTest {

    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ""), "..").toAbsolutePath().normalize();

    private static final Path SOURCES = Path.of("src", "main", "java");

    private static final Pattern MODULE = Pattern.compile("<module>(.+?)</module>");

    /** A row of the contributor's table, such as {@code | `cli` | `io.microbench.cli` | the command |}. */
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\| `(\\S+)` \\| `(io\\.microbench\\S*)` \\|");

    /** A row of the README's table, such as {@code | [`cli/`](cli) | the command |}. */
    private static final Pattern FOLDER = Pattern.compile("(?m)^\\| \\[`(\\S+)/`]\\((\\S+)\\) \\|");

    /** A class of a page by its package below {@code io.microbench}, such as {@code `run.BenchmarkRun`}. */
    private static final Pattern CLASS = Pattern.compile("`([a-z]+(?:\\.[a-z]+)*\\.[A-Z]\\w+)[`.#(]");

    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]*))?\\)");

    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");

    private static final Pattern TYPE = Pattern.compile("(?m)^public (?:abstract |final )*class (\\w+)");

    private static final Pattern BUILD = Pattern.compile("\\./mvnw [^\n`]*\\bpackage\\b[^\n`]*");

    private static final Pattern ARTIFACT = Pattern.compile(
            "<groupId>io\\.microbench</groupId>\\s*<artifactId>[^<]*</artifactId>\\s*<version>([^<]*)</version>");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    @Test
    void contributorsTableHasThePackagesOfAllModules() throws IOException {
        List<String> folders = modules().stream()
                .flatMap(module -> packages(module).map(name -> module + " " + name))
                .toList();

        assertThat(rows(PACKAGE, "CONTRIBUTING.md"))
                .extracting(row -> row.group(1) + " " + row.group(2))
                .containsExactlyInAnyOrderElementsOf(folders);
    }

    /** Workflows, which users paste unchanged, have different lines. */
    @Test
    void onlyTheReadmeHasTheLineThatBuildsTheCommand() throws IOException {
        assertThat(pages().stream().flatMap(page -> BUILD.matcher(read(page))
                        .results()
                        .map(line -> page.getFileName() + ": " + line.group())
                        .filter(line -> !line.contains(": ./mvnw -B -q"))))
                .containsExactly("README.md: ./mvnw package -DskipTests -DskipUnitTests");
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> pages = Files.list(ROOT.resolve("src/docs"))) {
            return Stream.concat(pages, Stream.of(ROOT.resolve("README.md")))
                    .filter(page -> page.toString().endsWith(".md"))
                    .toList();
        }
    }

    @Test
    void pagesAgreeOnTheTimeOfAllBenchmarks() {
        assertThat(read(ROOT.resolve("README.md")).replace('\n', ' ')).contains("It takes about five hours;");
        assertThat(read(ROOT.resolve("src/docs/guide.md")))
                .contains("every benchmark of every suite: about five hours");
    }

    @Test
    void artifactsOnPagesHaveTheVersionOfThePom() throws IOException {
        String version = rows(ARTIFACT, "pom.xml").get(0).group(1);
        List<String> named = pages().stream()
                .flatMap(page -> ARTIFACT.matcher(read(page)).results().map(artifact -> artifact.group(1)))
                .toList();

        assertThat(named).hasSizeGreaterThan(3).containsOnly(version);
    }

    @Test
    void examplesWithAClassCompileUnchanged(@TempDir Path folder) throws IOException {
        List<String> compiler = new ArrayList<>(
                List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString()));
        // The page describes a module with this class.
        Path executor = folder.resolve("HarnessExecutor.java");
        Files.writeString(executor, "package com.acme.microbench; class HarnessExecutor {}");
        compiler.add(executor.toString());
        for (Path page : pages()) {
            for (MatchResult example : EXAMPLE.matcher(read(page)).results().toList()) {
                Matcher type = TYPE.matcher(example.group(1));
                if (type.find()) {
                    Path file = Files.createTempDirectory(
                                    folder, page.getFileName().toString())
                            .resolve(type.group(1) + ".java");
                    Files.writeString(file, example.group(1));
                    compiler.add(file.toString());
                }
            }
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();

        assertThat(compiler).hasSizeGreaterThan(10);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, errors, errors, compiler.toArray(String[]::new)))
                .as(errors::toString)
                .isZero();
    }

    @Test
    void contributorsTableHasThePackagesInOrder() throws IOException {
        assertThat(rows(PACKAGE, "CONTRIBUTING.md"))
                .extracting(row -> row.group(2))
                .filteredOn(FloorsTest.FLOORS::contains)
                .containsExactlyElementsOf(FloorsTest.FLOORS);
    }

    @Test
    void readmeTableHasAllModules() throws IOException {
        assertThat(rows(FOLDER, "README.md"))
                .allSatisfy(row -> assertThat(row.group(2)).isEqualTo(row.group(1)))
                .extracting(row -> row.group(1))
                .filteredOn(folder -> !folder.equals("src"))
                .containsExactlyInAnyOrderElementsOf(modules());
    }

    @Test
    void classesOnPagesExist() throws IOException {
        List<Path> sources = modules().stream()
                .map(module -> ROOT.resolve(module).resolve(SOURCES))
                .toList();

        for (String page : List.of("CONTRIBUTING.md", "src/docs/how-a-benchmark-runs.md")) {
            List<String> names =
                    rows(CLASS, page).stream().map(row -> row.group(1)).toList();
            assertThat(names)
                    .as(page)
                    .hasSizeGreaterThan(10)
                    .allMatch(
                            name -> sources.stream().anyMatch(source -> Files.exists(file(source, name))),
                            "is a class of some module");
        }
    }

    @Test
    void linksOnPagesReachFilesAndHeadings() throws IOException {
        for (Path page : Stream.concat(pages().stream(), Stream.of(ROOT.resolve("CONTRIBUTING.md")))
                .toList()) {
            for (MatchResult link : rows(LINK, ROOT.relativize(page).toString())) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                assertThat(target).as(link.group() + " in " + page).exists();
                if (link.group(2) != null) {
                    assertThat(anchors(target)).as(link.group() + " in " + page).contains(link.group(2));
                }
            }
        }
    }

    @Test
    void sampleWorkflowHasAllShards() throws IOException {
        assertThat(Files.readString(ROOT.resolve("src/docs/shards.yml")))
                .contains("shard: [1, 2, 3, 4]\n")
                .contains("-Dmicrobench.shard=${{ matrix.shard }}/4 ");
    }

    /** Returns the anchors of a page's headings, as generated by GitHub. */
    private static List<String> anchors(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static List<MatchResult> rows(Pattern pattern, String page) throws IOException {
        return pattern.matcher(Files.readString(ROOT.resolve(page))).results().toList();
    }

    private static List<String> modules() throws IOException {
        return rows(MODULE, "pom.xml").stream().map(row -> row.group(1)).toList();
    }

    private static Stream<String> packages(String module) {
        Path source = ROOT.resolve(module).resolve(SOURCES);
        if (!Files.exists(source)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(source)) {
            return files
                    .filter(file -> file.getFileName().toString().equals("package-info.java"))
                    .map(file -> source.relativize(file.getParent()).toString())
                    .map(folder -> folder.replace(File.separator, "."))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(Path source, String name) {
        return source.resolve("io/microbench/" + name.replace('.', '/') + ".java");
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
