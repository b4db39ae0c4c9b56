// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import io.microbench.library.MadeRepository;
import io.microbench.result.CasePlan.Library;
import io.microbench.result.CaseResult;
import io.microbench.result.RunReader;
import io.microbench.result.SettingValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures snippets with libraries from a repository in a folder, in a separate process. */
@Tag("processes")
class LibraryProcessTest {

    private static final String CODEC =
            "public static int code(int n) throws Exception { Thread.sleep(%d); return n; } %s";

    @TempDir
    Path folder;

    @BeforeEach
    void make() throws IOException {
        MadeRepository made = new MadeRepository(folder.resolve("made"))
                .addClass("com.acme:codec:1.0", "Codec", CODEC.formatted(30, ""), "com.acme:base:1.0")
                .addClass("com.acme:codec:1.1", "Codec", CODEC.formatted(1, "public static int fresh() { return 1; }"))
                .addClass("com.acme:base:1.0", "Base", "public static final String NAME = new String(\"base\");");
        Files.writeString(folder.resolve("settings.xml"), made.asMirror());
    }

    private List<String> arguments(String... given) {
        List<String> all = new ArrayList<>(List.of(given));
        all.addAll(List.of("-Dmaven.user.settings=settings.xml", "-Dmaven.repo.local=" + folder.resolve("local")));
        all.addAll(List.of("--samples=1", "--sample-duration=20ms", "--warmup=0", "--label=it"));
        return all;
    }

    private Outcome run(List<String> properties, String... given) throws Exception {
        try (CommandProcess command =
                CommandProcess.start(folder, properties, arguments(given).toArray(String[]::new))) {
            return command.await();
        }
    }

    private static List<String> classesOfMaven(Outcome outcome) {
        return outcome.out()
                .lines()
                .filter(line -> Stream.of("org.eclipse.aether", "org.apache.maven", "org.codehaus.plexus", "org.slf4j")
                        .anyMatch(line::contains))
                .toList();
    }

    @Test
    void comparesTwoVersionsAndRecordsTheirJars() throws Exception {
        Outcome outcome = run(
                List.of(),
                "made.Codec.code(7)",
                "--deps=com.acme:codec:1.0,1.1",
                "--check",
                "--format=json",
                "--output=run.json");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.lines())
                .contains("# Asking made ("
                        + folder.resolve("made").toUri().toString().replaceFirst("/$", "") + ") for libraries.");
        List<CaseResult> cases = RunReader.read(folder).cases();
        assertThat(cases).extracting(one -> one.id().method()).containsExactly("it @ 1.0", "it @ 1.1");
        assertThat(cases.get(0).plan().libraries().orElseThrow())
                .extracting(Library::name)
                .containsExactly("com.acme:codec:1.0", "com.acme:base:1.0");
        assertThat(cases.get(1).plan().libraries().orElseThrow())
                .singleElement()
                .satisfies(library -> {
                    assertThat(library.name()).isEqualTo("com.acme:codec:1.1");
                    assertThat(library.sha256()).hasSize(64);
                });
        assertThat(cases.get(0).score().orElseThrow().score())
                .isLessThan(cases.get(1).score().orElseThrow().score() / 2);
    }

    @Test
    void loadsNoMavenClassesWithoutLibraries() throws Exception {
        List<String> logged = List.of("-Xlog:class+load");
        try (CommandProcess command = CommandProcess.start(
                folder, logged, "1 + 1", "--forks=1", "--samples=1", "--sample-duration=10ms", "--warmup=0")) {
            Outcome without = command.await();
            assertThat(without.status()).as(without.err()).isZero();
            assertThat(without.out()).contains("io.microbench.cli.SnippetQuestion");
            assertThat(classesOfMaven(without)).isEmpty();
        }

        String[] with = {"made.Base.NAME", "--deps=com.acme:codec:1.0", "--check=runs"};
        Outcome first = run(logged, with);
        assertThat(first.status()).as(first.err()).isZero();
        assertThat(classesOfMaven(first)).isNotEmpty();
    }

    @Test
    void reportsMissingLibrariesAndCompileErrors() throws Exception {
        Outcome missing = run(List.of(), "made.Codec.code(7)", "--deps=com.acme:codec:1.0,1.2");
        assertThat(missing.status()).isEqualTo(ExitCode.USAGE);
        assertThat(missing.out()).isEmpty();
        assertThat(missing.err())
                .contains(
                        "microbench: --deps com.acme:codec:1.2: ",
                        "Could not find artifact com.acme:codec:pom:1.2 in made (file:");

        Outcome refused = run(List.of(), "made.Codec.fresh()", "--deps=com.acme:codec:1.0,1.1");
        assertThat(refused.status()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.lines())
                .contains("microbench: \"it\" does not compile")
                .endsWith("This is variant 1.0.");
    }

    @Test
    void runsASuiteWithALibraryAndRecordsIt() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "run",
                CommandProcess.fixtures(),
                "LibraryFixture.name",
                "--deps=com.acme:codec:1.0",
                "-Dmaven.user.settings=settings.xml",
                "-Dmaven.repo.local=" + folder.resolve("local"),
                "--forks=1",
                "--warmup-iterations=0",
                "--measure-iterations=1",
                "--measurement-time=20ms",
                "-Djmh.ignoreLock=true");

        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
        try (Stream<Path> runs = Files.list(folder.resolve("target/microbench"))) {
            assertThat(RunReader.read(runs.findFirst().orElseThrow()).settings())
                    .filteredOn(setting -> setting.name().equals("deps"))
                    .extracting(SettingValue::value)
                    .containsExactly("com.acme:codec:1.0,com.acme:base:1.0");
        }
    }
}
