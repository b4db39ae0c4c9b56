// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.Checkouts.BuildRecipe;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real git repository of two revisions, with a substitute for the Maven wrapper that writes the same files. */
@Tag("any-jdk")
class CheckoutsTest {

    private static final String WRAPPER = """
            #!/bin/sh
            echo "$@" > mvnw.arguments
            echo 'compiling'
            for module in suite other; do
              mkdir -p $module/target/classes $module/target/test-classes/META-INF
              cp value.txt $module/target/test-classes/
            done
            echo 'Lorg/openjdk/jmh/annotations/Benchmark;' > suite/target/test-classes/A.class
            printf '/lib/a.jar:/lib/b.jar' > suite/target/microbench.classpath
            """;

    @TempDir
    Path folder;

    private Path repository;
    private final List<String> said = new ArrayList<>();
    private final List<String> printed = new ArrayList<>();

    @BeforeEach
    void commitTwice() throws IOException {
        repository = Files.createDirectory(folder.resolve("the repository's \"copy\"" + beyondAscii()));
        git("init", "--quiet", "--initial-branch=main");
        Files.writeString(repository.resolve("mvnw"), WRAPPER);
        assertThat(repository.resolve("mvnw").toFile().setExecutable(true)).isTrue();
        for (String module : List.of("suite", "other")) {
            Files.createDirectory(repository.resolve(module));
            Files.writeString(repository.resolve(module).resolve("pom.xml"), "<project/>");
        }
        commit("one");
        git("tag", "v1");
        commit("two");
    }

    /** Returns non-ASCII letters, unless file names in the current locale cannot contain them. */
    private static String beyondAscii() {
        return System.getProperty("sun.jnu.encoding", "").equalsIgnoreCase("UTF-8") ? " ü 雪" : "";
    }

    private void commit(String value) throws IOException {
        Files.writeString(repository.resolve("value.txt"), value);
        git("add", "--all");
        git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", value);
    }

    private String git(String... arguments) throws IOException {
        StoppableCommand.Ended ended = new StoppableCommand().git(repository, Duration.ofMinutes(5), arguments);
        assertThat(ended.exitCode()).as(ended.text()).isZero();
        return ended.text();
    }

    private Checkouts open(Path directory) {
        return Checkouts.open(directory, said::add, printed::add);
    }

    private static BuildRecipe module(String name) {
        return new BuildRecipe(Optional.of(name), Optional.empty(), Optional.empty());
    }

    private static String value(Build build) throws IOException {
        return Files.readString(Path.of(build.classPath().get(0)).resolve("value.txt"));
    }

    @Test
    void readsEachRevisionOnce() throws IOException {
        try (Checkouts checkouts = open(repository)) {
            String commit = checkouts.commit("HEAD");
            commit("three");

            assertThat(checkouts.commit("HEAD", module("suite"))).isEqualTo(commit);
            assertThat(value(checkouts.build("HEAD", module("suite")))).isEqualTo("two");
        }
    }

    @Test
    void buildsEachRevisionInItsOwnWorktree() throws IOException {
        Path first;
        try (Checkouts checkouts = open(repository)) {
            Build baseline = checkouts.build("v1", module("suite"));
            Build candidate = checkouts.build("HEAD", module("suite"));

            assertThat(value(baseline)).isEqualTo("one");
            assertThat(value(candidate)).isEqualTo("two");
            assertThat(baseline.name()).matches("v1 \\([0-9a-f]{10}\\)");
            assertThat(baseline.classPath()).hasSize(4).endsWith("/lib/a.jar", "/lib/b.jar");
            assertThat(baseline.directory().resolve("target/test-classes"))
                    .hasToString(baseline.classPath().get(0));
            first = baseline.directory().resolve("..").normalize();
            assertThat(Files.readString(first.resolve("mvnw.arguments")))
                    .startsWith("-B -q -DskipTests -pl suite -am test-compile dependency:build-classpath ");
            assertThat(said).first().asString().matches("Building v1 \\([0-9a-f]{10}\\)");
            assertThat(printed).contains("compiling");
        }
        assertThat(first).doesNotExist();
        assertThat(first.resolveSibling("")).doesNotExist();
        assertThat(git("worktree", "list", "--porcelain").lines().filter(l -> l.startsWith("worktree")))
                .hasSize(1);
        assertThat(git("status", "--porcelain")).isEmpty();
    }

    @Test
    void usesModuleOfWorkingDirectory() throws IOException {
        try (Checkouts checkouts = open(repository.resolve("suite"))) {
            assertThat(value(checkouts.build("HEAD~1", BuildRecipe.MAVEN))).isEqualTo("one");
        }
    }

    @Test
    void namesModulesWithBenchmarks() {
        try (Checkouts checkouts = open(repository)) {
            assertThatThrownBy(() -> checkouts.build("HEAD", module("other")))
                    .isInstanceOf(PreflightException.class)
                    .hasMessageContaining("Module \"other\" of this revision has no benchmarks")
                    .hasMessageContaining("Use --module to specify the module with the benchmarks.");
        }
    }

    @Test
    void rejectsUnknownModuleBeforeCheckout() {
        try (Checkouts checkouts = open(repository)) {
            assertThatThrownBy(() -> checkouts.build("HEAD", module("nowhere")))
                    .isInstanceOf(PreflightException.class)
                    .hasMessage("\"nowhere\" is not a Maven module of HEAD. Expected one of other, suite. Specify the"
                            + " module with the benchmarks (--module), or how they are built and where their classes are"
                            + " (--build, --classes).");
            assertThatThrownBy(() -> checkouts.commit("v1", BuildRecipe.MAVEN))
                    .hasMessageStartingWith("\".\" is not a Maven module of v1. Expected one of other, suite.");
            BuildRecipe command = new BuildRecipe(Optional.of("nowhere"), Optional.of("make"), Optional.of("out"));
            assertThatThrownBy(() -> checkouts.build("HEAD", command)).hasMessageStartingWith("\"nowhere\" is not ");
            assertThat(checkouts.commit("HEAD", module("./suite/"))).hasSize(40);
        }
        assertThat(said).isEmpty();
    }

    @Test
    void usesGivenBuildCommand() throws IOException {
        BuildRecipe recipe =
                new BuildRecipe(Optional.empty(), Optional.of("mkdir -p out && cp value.txt out"), Optional.of("out"));
        try (Checkouts checkouts = open(repository)) {
            Build build = checkouts.build("v1", recipe);

            assertThat(value(build)).isEqualTo("one");
            assertThat(build.name()).startsWith("v1 (");
        }
    }

    @Test
    void showsEndOfFailedBuild() {
        BuildRecipe recipe = new BuildRecipe(
                Optional.empty(),
                Optional.of("for i in $(seq 100); do echo line $i; done; exit 7"),
                Optional.of("out"));
        try (Checkouts checkouts = open(repository)) {
            assertThatThrownBy(() -> checkouts.build("HEAD", recipe))
                    .isInstanceOf(PreflightException.class)
                    .hasMessageContaining("failed with exit code 7")
                    .hasMessageContaining("line 100")
                    .hasMessageNotContaining("line 50");
        }
    }

    @Test
    void rejectsUnknownRevision() {
        try (Checkouts checkouts = open(repository)) {
            assertThatThrownBy(() -> checkouts.build("mian", BuildRecipe.MAVEN))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageStartingWith("\"mian\" is not a revision of ");
            assertThatThrownBy(() -> checkouts.build("--help", BuildRecipe.MAVEN))
                    .hasMessageStartingWith("\"--help\" is not a revision of ");
        }
        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageEndingWith("Revisions can be compared only in a git repository.");
    }

    @Test
    void removesWorktreesOfKilledProcess() throws IOException {
        // No process has this number: it is above the range of process ids.
        Path left = Files.createDirectories(folder.resolve("microbench-999999999-1"))
                .resolve("1-abc");
        git("worktree", "add", "--detach", "--quiet", left.toString(), "v1");
        Path kept = Files.createDirectories(
                        folder.resolve("microbench-" + ProcessHandle.current().pid() + "-1"))
                .resolve("1-abc");
        git("worktree", "add", "--detach", "--quiet", kept.toString(), "v1");

        open(repository).close();

        assertThat(left.resolveSibling("")).doesNotExist();
        assertThat(kept).exists();
    }

    /** Opens the repository in the first argument, with a short time limit for git. */
    public static final class Opening {

        private Opening() {}

        public static void main(String[] arguments) {
            try {
                Checkouts.open(Path.of(arguments[0]), line -> {}, line -> {}, Duration.ofMillis(500))
                        .close();
            } catch (PreflightException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void stopsGitAfterTimeout() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path git = Files.writeString(bin.resolve("git"), "#!/bin/sh\nexec sleep 600\n");
        assertThat(git.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Opening.class.getName(),
                repository.toString());
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        Process opening = builder.redirectErrorStream(true).start();
        try {
            assertThat(opening.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(opening.getInputStream())
                    .asString(StandardCharsets.UTF_8)
                    .startsWith(
                            "\"git rev-parse --show-toplevel --show-prefix\" did not end within 500 ms and was stopped."
                                    + " Run it by hand in ")
                    .contains(" to see what it waits for, such as a lock, a password or a file system.");
        } finally {
            opening.destroyForcibly();
        }
    }
}
