// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Outline;
import io.microbench.snippet.Question;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Workers;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.Snippet.Part;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class SnippetQuestionTest {

    private static Question question(String... arguments) {
        return piped("", arguments);
    }

    private static Question piped(String input, String... arguments) {
        SnippetOptions options = new SnippetOptions();
        new CommandLine(options.addTo(CommandSpec.create()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return new SnippetQuestion(options, () -> input, line -> {}).question();
    }

    private static List<Snippet> snippets(String... arguments) {
        return question(arguments).snippets();
    }

    @Test
    void rejectsAJar() {
        assertThatThrownBy(() -> question("target/benchmarks.jar"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "target/benchmarks.jar is a jar, not a snippet. microbench list target/benchmarks.jar shows its"
                                + " benchmarks, microbench run target/benchmarks.jar measures them.");
        assertThat(snippets("new java.io.File(\"x.jar\")")).hasSize(1);
    }

    @Test
    void usesDefaultsWithoutOptions() {
        Question question = question("1+1");

        assertThat(question.withCache(Path.of("c")))
                .isEqualTo(Question.of(Snippet.of("1+1"))
                        .withProfilers(List.of("gc"))
                        .withCache(Path.of("c")));
        assertThat(question.sampling()).isEqualTo(Sampling.DEFAULT);
    }

    @Test
    void assignsPartsByPosition() {
        List<Snippet> snippets = snippets(
                "a", "--init", "int a = 1;", "--label", "one", "--label", "two", "--init", "int a = 2;", "a + 1", "3");

        assertThat(snippets).extracting(Snippet::init).containsExactly("int a = 1;", "int a = 2;", "");
        assertThat(snippets).extracting(Snippet::name).containsExactly("one", "two", "3");
    }

    @Test
    void appliesFirstPartToSnippetsWithoutOne() {
        List<Snippet> snippets = snippets(
                "--init", "all", "--init-worker=worker", "--done", "done", "a", "b", "c", "--init", "own", "--label=x");

        assertThat(snippets).extracting(Snippet::init).containsExactly("all", "own", "all");
        assertThat(snippets).extracting(Snippet::initWorker).containsOnly("worker");
        assertThat(snippets).extracting(Snippet::done).containsOnly("done");
        assertThat(snippets("--init", "all", "--init", "", "a", "b", "c"))
                .extracting(Snippet::init)
                .containsExactly("all", "", "all");
    }

    @Test
    void appliesLaterPartsToOneSnippet() {
        assertThat(snippets("a", "--init", "own", "--init-worker", "its", "--done", "end", "b"))
                .extracting(Snippet::init, Snippet::initWorker, Snippet::done)
                .containsExactly(tuple("own", "its", "end"), tuple("", "", ""));
        assertThat(snippets("--label", "x", "a", "b")).extracting(Snippet::name).containsExactly("x", "b");
    }

    @Test
    void commonHooksSurroundHooksOfASnippet() {
        assertThat(snippets("--before", "B", "--after", "C", "a", "d", "--before", "b", "--after", "c"))
                .containsExactly(
                        Snippet.of("a").before("b").after("c").within("B", "C"),
                        Snippet.of("d").within("B", "C"));
        assertThat(snippets("a", "d", "--before", "b"))
                .containsExactly(Snippet.of("a").before("b"), Snippet.of("d"));
    }

    @Test
    void takesSamplesAsRequested() {
        assertThat(question("a", "-s=7", "-d=20ms", "-w=0", "--forks=2", "--precision=2%", "--budget=9s")
                        .sampling())
                .isEqualTo(new Sampling(
                        7,
                        Duration.ofMillis(20),
                        0,
                        OptionalInt.of(0),
                        2,
                        OptionalDouble.of(0.02),
                        Duration.ofSeconds(9)));
        assertThat(question("a", "--loop", "10M").sampling().loop()).isEqualTo(10_000_000);
    }

    @ParameterizedTest
    @CsvSource({
        "a, true",
        "a -d=20ms -w=0, true",
        "a -s=3, false",
        "a --forks=3, false",
        "a --loop=10, false",
        "a --precision=1%, false"
    })
    void omitsForksUnlessSamplesAreRequested(String line, boolean asNeeded) {
        assertThat(question(line.split(" ", -1)).sampling().asNeeded()).isEqualTo(asNeeded);
    }

    @ParameterizedTest
    @CsvSource({"a, TURN", "a --order=turn, TURN", "a --order=random, RANDOM", "a --order=parallel, PARALLEL"})
    void runsForksInTheRequestedOrder(String line, Order order) {
        assertThat(question(line.split(" ", -1)).order()).isEqualTo(order);
    }

    @ParameterizedTest
    @CsvSource({"a, NONE", "a --check, SAME", "--check a, SAME", "a --check=same, SAME", "a --check=runs, RUNS"})
    void acceptsCheckWithOrWithoutAKind(String line, Check check) {
        Question question = question(line.split(" ", -1));

        assertThat(question.check()).isEqualTo(check);
        assertThat(question.snippets()).extracting(Snippet::text).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a                    | 1
            a -c 1,2,4           | 1 2 4
            a -c 1..64*2         | 1 2 4 8 16 32 64
            a -c 1..30+10        | 1 10 20 30
            a --concurrency=3..5 | 3 4 5
            """)
    void measuresEachNumberOfWorkers(String line, String counts) {
        assertThat(question(line.split(" ", -1)).workers().counts())
                .extracting(String::valueOf)
                .containsExactly(counts.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a -c squeeze:1..3                       | 1 2 3    | 3
            a -c squeeze:1..25+10                   | 1 10 20  | 3
            a --concurrency=squeeze:5..12+5         | 5 10     | 3
            a -c squeeze:1..2,patience=7            | 1 2      | 7
            """)
    void squeezeIncreasesWorkers(String line, String counts, int patience) {
        Workers workers = question(line.split(" +", -1)).workers();

        assertThat(workers.counts()).extracting(String::valueOf).containsExactly(counts.split(" ", -1));
        assertThat(workers.patience()).hasValue(patience);
    }

    @Test
    void squeezeEndsAtFourWorkersPerProcessor() {
        List<Integer> counts = question("a", "-c", "squeeze").workers().counts();

        assertThat(counts)
                .startsWith(1, 2, 3)
                .endsWith(Math.max(8, 4 * Runtime.getRuntime().availableProcessors()));
    }

    /** A second of warm-up and three of sampling for each of 21 numbers of workers. */
    @Test
    void estimatesTheTimeForARangeOfWorkers() {
        assertThat(Outline.of(question("a", "-c=1..200+10", "--forks=1", "-w=1", "-s=3", "-d=1s")))
                .containsEntry("Workers", "1, 10, 20 ... 200")
                .containsEntry("Estimate", "1 min 24 s = 21 x (1 s + 3 x 1 s), and the start of 21 JVMs");
    }

    @Test
    void maxIsTheNumberOfProcessors() {
        assertThat(question("a", "-c", "max").workers())
                .isEqualTo(Workers.of(Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void measuresLatencyOnRequest() {
        assertThat(question("a").workers().latency()).isFalse();
        assertThat(question("a", "--latency").workers().latency()).isTrue();
    }

    @Test
    void usesRequestedWorkersAndJvms() {
        Question question = question(
                "a",
                "-c",
                "4",
                "--threads=virtual",
                "-Dmicrobench.timeout=5s",
                "--jvm-arg=-Xmx1g",
                "--jvm-arg",
                "-Da=b c",
                "--jvm-arg",
                "--enable-preview");

        assertThat(question.workers()).isEqualTo(Workers.of(4));
        assertThat(question.virtual()).isTrue();
        assertThat(question.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(question.jvmArgs()).containsExactly("-Xmx1g", "-Da=b c");
        assertThat(question.preview()).isTrue();
    }

    @Test
    void keepsTheOrderOfValues() {
        assertThat(question("n", "--param", " n = 10, 1000", "--param", "text=a=b", "--param", "empty=")
                        .inputs())
                .containsExactly(
                        Map.entry("n", List.of("10", "1000")),
                        Map.entry("text", List.of("a=b")),
                        Map.entry("empty", List.of("")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"n", "=1", "1n=2", "a-b=1", ""})
    void rejectsInvalidNamesOfInputs(String param) {
        assertThatThrownBy(() -> question("n", "--param", param))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("--param " + param + ": expected a name with values, such as n=10,1000.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10..10000*10     | 10 100 1000 10000
            10..100+30       | 10 30 60 90
            1..4             | 1 2 3 4
            0..2             | 0 1 2
            7..7             | 7
            5, 10..30+10, 99 | 5 10 20 30 99
            3..100000000*100 | 3 300 30000 3000000
            a..b             | a..b
            1.5              | 1.5
            """)
    void expandsRanges(String text, String values) {
        assertThat(question("n", "--param", "n=" + text).inputs())
                .containsExactly(Map.entry("n", List.of(values.split(" ", -1))));
    }

    @Test
    void readsASnippetFromStandardInput() {
        assertThat(piped("int x = 1;\nx + 1\n", "1", "-", "--init", "", "--init", "int y")
                        .snippets())
                .containsExactly(
                        Snippet.of("1"),
                        Snippet.of("int x = 1;\nx + 1\n")
                                .labelled("(standard input)")
                                .init("int y"));
        assertThat(piped("2", "-", "--label", "two").snippets())
                .containsExactly(Snippet.of("2").labelled("two"));
    }

    @Test
    void splitsTheClassPathAndFindsJars(@TempDir Path folder) throws Exception {
        Path first = Files.createFile(folder.resolve("a.jar"));
        Path second = Files.createFile(folder.resolve("b.jar"));
        Files.createFile(folder.resolve("notes.txt"));

        assertThat(question("a", "-cp", "classes" + File.pathSeparator + folder + "/*", "-cp", "more.jar")
                        .classPath())
                .containsExactly(
                        Path.of("classes").toAbsolutePath(),
                        first,
                        second,
                        Path.of("more.jar").toAbsolutePath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void namesAnEmptySnippetByNumber(String empty) {
        assertThatThrownBy(() -> question("1", empty))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("Snippet 2 is empty.");
    }

    @Test
    void measuresOverheadWithAnEmptySnippet() {
        assertThat(snippets("a", "--overhead")).extracting(Snippet::name).containsExactly("a", "(empty)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a -Dmicrobench.monitor=console --order=parallel | -Dmicrobench.monitor and --order parallel contradict each other: leave one of them out.
            a -Dmicrobench.seed=1 --order=turn | -Dmicrobench.seed needs --order random.
            - -                                | - is given twice: only one snippet is read from standard input. Give the others as arguments.
            -                                  | Standard input (-) has no snippet.
            n --param=n=9..1                   | --param n=9..1: "9..1" is not a range of at most 1000 values. Expected ascending whole numbers of at most 9 digits as in 1..8, 10..100+10 (steps of 10) or 10..10000*10 (each ten times the previous value).
            n --param=n=1..9+0                 | --param n=1..9+0: "1..9+0" is not a range of at most 1000 values. Expected ascending whole numbers of at most 9 digits as in 1..8, 10..100+10 (steps of 10) or 10..10000*10 (each ten times the previous value).
            n --param=n=0..9*2                 | --param n=0..9*2: "0..9*2" is not a range of at most 1000 values. Expected ascending whole numbers of at most 9 digits as in 1..8, 10..100+10 (steps of 10) or 10..10000*10 (each ten times the previous value).
            n --param=n=1..9*                  | --param n=1..9*: "1..9*" is not a range of at most 1000 values. Expected ascending whole numbers of at most 9 digits as in 1..8, 10..100+10 (steps of 10) or 10..10000*10 (each ten times the previous value).
            n --param=n=1..5000                | --param n=1..5000: "1..5000" is not a range of at most 1000 values. Expected ascending whole numbers of at most 9 digits as in 1..8, 10..100+10 (steps of 10) or 10..10000*10 (each ten times the previous value).
            n --param=n=1,1..2                 | --param n=1,1..2: a value is given twice, but each value is measured only once. Remove the duplicate.
            a --forks=0                        | --forks 0: expected a number of at least 1.
            a --warmup=-1                      | --warmup -1: expected a number of at least 0.
            a --sample-duration=999us          | --sample-duration: expected a time of at least 1ms.
            a b --done=1 --done=2 --done=3     | --done is given 3 times, but there are 2 snippets: the k-th value belongs to the k-th snippet.
            """)
    void rejectsInvalidLines(String line, String message) {
        assertThatThrownBy(() -> question(line.split(" ", -1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(message);
    }

    @Test
    void namesEveryPartByItsOption() {
        assertThat(Part.values()).filteredOn(part -> part != Part.TEXT).allSatisfy(part -> assertThat(
                        new SnippetOptions().addTo(CommandSpec.create()).findOption("--" + part.words()))
                .isNotNull());
    }
}
