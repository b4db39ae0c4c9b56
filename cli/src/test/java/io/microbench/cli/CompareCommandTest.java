// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests comparisons of stored runs, and errors that are reported before anything is built or measured. */
@Tag("any-jdk")
class CompareCommandTest {

    private static final Instant START = Instant.parse("2026-05-04T03:00:00Z");
    private static final CaseId ENCODE = new CaseId("com.acme.Codec", "encode", new TreeMap<>(), 1, Optional.empty());
    private static final IterationPlan ITERATIONS = new IterationPlan(1, Duration.ofSeconds(1), 1);

    @TempDir
    Path folder;

    private final TestConsole console = new TestConsole();

    /** Stores a run of ten forks that took this multiple of 100 ns, on a machine with the given processor. */
    private String run(String name, String cpu, double factor) {
        return run(name, cpu, factor, 10, ENCODE);
    }

    private String run(String name, String cpu, double factor, int count, CaseId... cases) {
        CasePlan plan = CasePlan.builder(Mode.of("avgt"))
                .forks(count)
                .warmup(ITERATIONS)
                .measurement(ITERATIONS)
                .build();
        List<ForkResult> forks = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            forks.add(fork(number, factor * (100 + 0.1 * number)));
        }
        RunFolder run = RunFolder.createAt(
                folder.resolve(name),
                START,
                Environment.builder().cpuModel(cpu).build(),
                List.of(),
                Stream.of(cases).map(id -> CaseResult.planned(id, plan)).toList());
        Metric score = new Metric(100 * factor, Double.NaN, "ns/op");
        for (CaseId id : cases) {
            forks.forEach(fork -> run.append(id, fork));
            run.end(new CaseResult(id, plan, CaseResult.Status.DONE, "", Optional.of(score), Map.of(), forks));
        }
        run.finish(START.plusSeconds(60));
        return run.path().toString();
    }

    /** Stores a run of one case that has no score. */
    private String run(CaseId id, CaseResult.Status status) {
        CasePlan plan = CasePlan.builder(Mode.of("avgt"))
                .forks(10)
                .warmup(ITERATIONS)
                .measurement(ITERATIONS)
                .build();
        RunFolder run = RunFolder.createAt(
                folder.resolve(status.name()),
                START,
                Environment.builder().cpuModel("EPYC").build(),
                List.of(),
                List.of(CaseResult.planned(id, plan)));
        if (status != CaseResult.Status.PLANNED) {
            run.end(new CaseResult(id, plan, status, "boom", Optional.empty(), Map.of(), List.of()));
        }
        run.finish(START.plusSeconds(60));
        return run.path().toString();
    }

    private static ForkResult fork(int number, double nanos) {
        return ForkResult.builder(number)
                .pid(number)
                .start(START)
                .end(START.plusSeconds(2))
                .jvm("java")
                .jdkVersion("21")
                .vm("VM")
                .blackholeMode("compiler")
                .iterations(List.of(new IterationResult(
                        IterationResult.Phase.MEASUREMENT,
                        1,
                        START.plusSeconds(1),
                        nanos,
                        1,
                        Map.of(),
                        Map.of(),
                        Optional.empty())))
                .build();
    }

    private String run(double factor) {
        return run("run-" + factor, "EPYC", factor);
    }

    @ParameterizedTest
    @CsvSource({"1.2, SLOWER, 3", "0.8, FASTER, 0", "1, SAME, 0"})
    void returnsRegressionOnlyIfACaseIsSlower(double factor, String verdict, int exit) {
        assertThat(console.run("compare", run("baseline", "EPYC", 1), run(factor)))
                .isEqualTo(exit);
        assertThat(console.out()).contains("Codec.encode", verdict);
        assertThat(console.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5 | 10  | 3 | 2 slower
            3 | 10  | 3 | 2 slower
            2 | 2   | 2 | 2 undecided
            3 | 2   | 2 | 2 undecided
            1 | 10  | 2 | 2 undecided
            2 | 0.5 | 0 | 2 undecided
            2 | 1.2 | 0 | 2 undecided
            """)
    void largeLossesFailWithAnyNumberOfForks(int forks, double factor, int exit, String headline) {
        assertThat(console.run("compare", twoCases("old", forks, 1), twoCases("new", forks, factor)))
                .isEqualTo(exit);
        assertThat(console.out()).startsWith(headline);
    }

    private String twoCases(String name, int forks, double factor) {
        CaseId decode = new CaseId("com.acme.Codec", "decode", new TreeMap<>(), 1, Optional.empty());
        return run(name, "EPYC", factor, forks, ENCODE, decode);
    }

    @ParameterizedTest
    @CsvSource({"table", "markdown", "html", "json"})
    void everyFormatReportsLargeLossesWithTooFewForks(String format) {
        String remark = "large change, too few forks";
        String sentence = "Not judged: 2 large changes (1.5x or more; 2 slower, 0 faster) with too few forks.";

        assertThat(console.run("compare", twoCases("old", 2, 1), twoCases("new", 2, 2), "--format", format))
                .isEqualTo(ExitCode.USAGE);

        if (format.equals("json")) {
            JsonNode verdict =
                    JsonMapper.shared().readTree(console.out()).get("verdicts").get(0);
            assertThat(verdict.get("rerunForks").asInt()).isEqualTo(5);
            assertThat(verdict.get("note").asString()).isEqualTo(remark);
        } else {
            assertThat(console.out().replace("\\", "")).contains(remark, sentence);
        }
    }

    @Test
    void toleranceIgnoresSmallChanges() {
        assertThat(console.run("compare", run(1), run(1.05), "--tolerance", "10%"))
                .isZero();
        assertThat(console.out()).contains("SAME");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PLANNED | 2 | The case could not be compared: was not finished in the candidate
            SKIPPED | 2 | The case could not be compared: was switched off (boom) in the candidate
            FAILED  | 1 | The case could not be compared: failed (boom) in the candidate
            """)
    void failsIfNoCaseCanBeCompared(CaseResult.Status status, int exit, String reason) {
        assertThat(console.run("compare", run(1), run(ENCODE, status))).isEqualTo(exit);
        assertThat(console.out()).startsWith(reason);
    }

    @Test
    void failsIfRunsHaveNoCommonCase() {
        CaseId other = new CaseId("com.acme.Codec", "decode", new TreeMap<>(), 1, Optional.empty());

        assertThat(console.run("compare", run(1), run(other, CaseResult.Status.SKIPPED)))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.out()).startsWith("Nothing to compare: the two runs have no case in common");
    }

    @Test
    void comparesRunsOfDifferentMachinesOnlyIfForced() {
        String baseline = run("baseline", "EPYC", 1);
        String candidate = run("candidate", "Xeon", 1.2);

        assertThat(console.run("compare", baseline, candidate)).isEqualTo(ExitCode.USAGE);
        assertThat(console.out())
                .contains("CPU model", "EPYC", "Xeon", "or force the comparison with -Dmicrobench.forceComparison=true")
                .doesNotContain("SLOWER");

        TestConsole forced = new TestConsole();
        assertThat(forced.run("compare", baseline, candidate, "--force")).isEqualTo(ExitCode.REGRESSION);
        assertThat(forced.out()).contains("SLOWER");
    }

    @Test
    void rejectsSideBySideForRuns() {
        assertThat(console.run("compare", run(1), run(1.05), "--side-by-side")).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .endsWith(": --side-by-side only applies to builds. Leave it out.");
    }

    @Test
    void rejectsSideBySideOnNodes() {
        assertThat(console.run("compare", ".", ".", "--side-by-side", "--nodes", "a"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .contains("--side-by-side and nodes (a) cannot be combined");
    }

    @ParameterizedTest
    @CsvSource({"--nodes, a", "--fork-range, 3..9", "-c, 4", "--classpath, .", "--build, make"})
    void rejectsOptionsOfBuildsForRuns(String option, String value) {
        assertThat(console.run("compare", run(1), run(1.05), option, value)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .contains(" are folders of runs, which are compared without measurements: -")
                .endsWith(" only applies to builds. Leave it out.");
    }

    @ParameterizedTest
    @CsvSource({"Codec.encode, 3", "*:mode=avgt, 3", "!encode, 0", "de*, 0"})
    void selectsCasesOfRuns(String pattern, int exit) {
        CaseId decode = ENCODE.withMethod("decode");
        String baseline = run("baseline", "EPYC", 1, 10, ENCODE, decode);
        // Only encoding became slower.
        RunFolder candidate = RunFolder.createAt(
                folder.resolve("candidate"),
                START,
                RunReader.read(Path.of(baseline)).environment(),
                List.of(),
                Stream.of(run(1.2), baseline)
                        .map(stored -> RunReader.read(Path.of(stored)).cases())
                        .map(cases -> cases.get(cases.size() - 1))
                        .toList());
        candidate.finish(START.plusSeconds(60));

        assertThat(console.run("compare", baseline, candidate.path().toString(), "--cases", pattern))
                .as(console.out())
                .isEqualTo(exit);
        assertThat(console.out().contains("Codec.encode")).isEqualTo(exit == 3);
    }

    @Test
    void rejectsAPatternWithoutCases() {
        assertThat(console.run("compare", run(1), run(1.05), "--cases", "nobody*"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .startsWith("microbench: --cases \"nobody*\" matches none of 1 case of the run run-1.");
    }

    @Test
    void namesTheFolderWithoutARecord() throws IOException {
        String run = run(1);
        String other = Files.createDirectory(folder.resolve("other")).toString();

        assertThat(console.run("compare", run, other)).isEqualTo(ExitCode.USAGE);
        assertThat(new TestConsole().run("compare", other, run)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .containsExactly("microbench: " + run + " is the folder of a run (it has run.json), and " + other
                        + " is not. Expected two folders of runs, or two builds.");
    }

    @Test
    void rejectsVariantsForARunOrTwoBuilds() throws Exception {
        String[] variants = {"--variant", "x=", "--variant", "y=-Xint"};
        String run = run(1);
        assertThat(console.run("compare", variants[0], variants[1], variants[2], variants[3], run))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .endsWith(" is the folder of a run, but --jvm and --variant measure a build. Name a jar, a folder of"
                        + " classes or a class path.");

        TestConsole builds = new TestConsole();
        String jar = EmptyJar.create(folder.resolve("some.jar")).toString();
        assertThat(builds.run("compare", variants[0], variants[1], variants[2], variants[3], jar, jar))
                .isEqualTo(ExitCode.USAGE);
        assertThat(builds.errors())
                .singleElement()
                .asString()
                .contains(" are two builds, but --jvm and --variant compare a build with itself.");
    }

    @Test
    void reportsVariantThatDoesNotStartBeforeOtherErrors() {
        assertThat(console.run("compare", "--variant", "x=-XX:+NoSuchFlag", "--variant", "y=", folder.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .contains("The JVM of the variant x does not start: ", "Unrecognized VM option 'NoSuchFlag'");
    }

    @Test
    void rejectsARunAndABuild() throws Exception {
        Path jar = EmptyJar.create(folder.resolve("empty.jar"));

        assertThat(console.run(
                        "compare", run(1), jar.resolveSibling("missing.jar").toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors()).singleElement().asString().contains("There is no ", "missing.jar");
    }

    @Test
    void printsOnlyTheDocument() {
        String baseline = run(1);
        String candidate = run(1.2);

        assertThat(console.run("compare", baseline, candidate, "--format", "json"))
                .isEqualTo(ExitCode.REGRESSION);
        JsonNode json = JsonMapper.shared().readTree(console.out());
        assertThat(json.get("verdicts").get(0).get("verdict").asString()).isEqualTo("SLOWER");

        TestConsole markdown = new TestConsole();
        assertThat(markdown.run("compare", baseline, candidate, "--format", "markdown"))
                .isEqualTo(ExitCode.REGRESSION);
        assertThat(markdown.out()).startsWith("## Codec: 1 slower").contains("`encode`");
    }

    @Test
    void pageHasThePlotAndTheCommandToRepeat() throws Exception {
        Files.createDirectory(folder.resolve("it's mine"));
        String baseline = run("it's mine/one", "EPYC", 1);
        String candidate = run(1.2);
        Path page = folder.resolve("page.html");

        assertThat(console.run(
                        "compare", baseline, candidate, "--tolerance=2%", "--format=html", "--output", page.toString()))
                .as(String.join("\n", console.errors()))
                .isEqualTo(ExitCode.REGRESSION);

        assertThat(console.out()).isEmpty();
        String html = Files.readString(page);
        assertThat(html).contains("1 case slower", "<i class=\"band\"");
        String begin = "id=\"again\"><code>";
        String again = html.substring(html.indexOf(begin) + begin.length());
        assertThat(again.substring(0, again.indexOf("</code>"))
                        .replace("&#39;", "'")
                        .replace("&amp;", "&"))
                .isEqualTo("cd " + Words.quoted(Path.of("").toAbsolutePath().toString())
                        + " && microbench compare " + Words.quoted(baseline) + " " + Words.quoted(candidate)
                        + " --tolerance 2%");
    }

    @Test
    void reportsAnUnwritableFileFirst() {
        for (Path file : List.of(folder, folder.resolve("missing").resolve("page.html"))) {
            TestConsole refused = new TestConsole();
            assertThat(refused.run(
                            "compare",
                            run("a" + file.hashCode(), "EPYC", 1),
                            run("b" + file.hashCode(), "EPYC", 1),
                            "--output",
                            file.toString()))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(refused.errors().get(0))
                    .startsWith("microbench: --output " + file + ": ")
                    .endsWith(". Expected a file path in an existing folder.");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a b --format=pdf              | --format pdf: expected one of table, markdown, html, json.
            a b --tolerance=0             | --tolerance = "0" (command line) cannot be used. Expected a share above 0 and below 1, such as 1% or 0.01.
            a b --cases=                  | --cases is empty, perhaps from an unset variable: expected a pattern of case names
            a b --budget=0s               | --budget = "0s" (command line) cannot be used. Expected a time with its unit
            a b --fork-range=..2          | The maximum of --fork-range (microbench.forkRange) is 2. Expected 3 or more.
            a b --fork-range=many         | --fork-range = "many" (command line) cannot be used. Expected MIN..MAX
            a b -cp=missing.jar           | There is no missing.jar in
            a..b -cp=missing.jar          | There is no missing.jar in
            a...b                         | "a...b" is one build, but two are needed: name another one, or two revisions as in main..HEAD.
            ../old                        | "../old" is one build, but two are needed: name another one, or two revisions as in main..HEAD.
            no-such-revision..HEAD        | "no-such-revision" is not a revision of
            a b --forced                  | Unknown option: '--forced'. Did you mean
            """)
    void reportsInvalidLinesBeforeBuilding(String line, String message) {
        String[] arguments = ("compare " + line).split(" ", -1);

        assertThat(console.run(arguments)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors().get(0)).startsWith("microbench: " + message);
        assertThat(console.out()).isEmpty();
    }
}
