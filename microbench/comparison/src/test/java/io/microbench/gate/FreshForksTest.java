// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.Checkouts;
import io.microbench.compare.Checkouts.BuildRecipe;
import io.microbench.compare.Limits;
import io.microbench.gate.NightlyGate.FreshForks;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository of three commits without content, whose builds fail: no fork is ever started. */
class FreshForksTest {

    @TempDir
    Path folder;

    private final List<String> progress = new ArrayList<>();
    private final List<String> output = new ArrayList<>();
    private final List<String> commits = new ArrayList<>();
    private Optional<Checkouts> opened = Optional.empty();

    @BeforeEach
    void commitThreeTimes() throws Exception {
        git("init", "--quiet");
        for (String message : List.of("one", "two", "three")) {
            git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", message);
            commits.add(git("rev-parse", "HEAD").strip());
        }
        opened = Optional.of(Checkouts.open(folder, progress::add, output::add));
    }

    @AfterEach
    void close() {
        opened.ifPresent(Checkouts::close);
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(printed).isZero();
        return printed;
    }

    private FreshForks forks(String head, String build) {
        BuildRecipe recipe = new BuildRecipe(Optional.empty(), Optional.of(build), Optional.of("classes"));
        return new FreshForks(
                opened.orElseThrow(), recipe, head, Limits.DEFAULT, Map.of(), List.of(), progress::add, output::add);
    }

    @Test
    void resolvesHeadWithoutBuild() {
        assertThat(forks("HEAD", "exit 1").head()).isEqualTo(commits.get(2));
        assertThat(forks("HEAD~1", "exit 1").head()).isEqualTo(commits.get(1));
        assertThat(progress).isEmpty();
    }

    @Test
    void rejectsUnknownHead() {
        assertThatThrownBy(() -> forks("haed", "exit 1"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("\"haed\" is not a revision of ");
    }

    @Test
    void listsCommitsAfterBaselineLatestFirst() {
        FreshForks forks = forks("HEAD", "exit 1");

        assertThat(forks.commits(commits.get(0), commits.get(2), List.of()))
                .satisfiesExactly(line -> assertThat(line).endsWith("three"), line -> assertThat(line)
                        .endsWith("two"));
        assertThat(forks.commits(commits.get(2), commits.get(2), List.of())).isEmpty();
    }

    @Test
    void findsCommitsOfClassInAnyFolderAndLanguage() throws Exception {
        Path table = folder.resolve("core/src/main/kotlin/a/b/Table.kt");
        Files.createDirectories(table.getParent());
        for (String content : List.of("first", "second")) {
            Files.writeString(table, content);
            git("add", ".");
            git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", content);
        }
        FreshForks forks = forks("HEAD", "exit 1");

        assertThat(forks.commits(commits.get(0), "HEAD", List.of("a.b.Table$Row", "a.b.Other")))
                .satisfiesExactly(line -> assertThat(line).endsWith("second"), line -> assertThat(line)
                        .endsWith("first"));
        assertThat(forks.commits(commits.get(0), "HEAD", List.of("c.Table", "files in core.jar")))
                .isEmpty();
    }

    @Test
    void reportsOutputOfFailedBuild() {
        FreshForks forks = forks("HEAD", "echo no compiler here; exit 4");

        assertThatThrownBy(() -> forks.compare(
                        commits.get(0),
                        List.of(new SuspectedChange("a.B.c:threads=1", 0.5)),
                        1,
                        Limits.DEFAULT.budget()))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("failed with exit code 4")
                .hasMessageContaining("no compiler here");
        assertThat(progress)
                .singleElement()
                .asString()
                .startsWith("Building ")
                .contains(commits.get(0).substring(0, 10));
        assertThat(output).contains("no compiler here");
    }
}
