// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

    private final TestConsole console = new TestConsole();

    @Test
    void attachNeedsConfirmationOrAnOption() {
        assertThat(console.run("attach", "4711", "Math.sqrt(2)")).isEqualTo(2);
        assertThat(console.errors())
                .containsExactly(
                        "microbench: attach asks for confirmation to run code in process 4711, but standard input is not"
                                + " a terminal. Add --yes.");
    }

    /** If a variable is empty, a script must not continue as if something had been measured. */
    @Test
    void emptyLineIsAnError() {
        assertThat(console.run()).isEqualTo(ExitCode.USAGE);
        assertThat(console.out()).isEmpty();
        assertThat(console.errors()).startsWith("Is this code faster than that one? Measures Java with JMH.");
    }

    @Test
    void acceptsMdForMarkdown() {
        assertThat(SnippetQuestion.oneOf("--format", "MD", "table", "markdown")).isEqualTo("markdown");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --samples 3                         | Expected a snippet such as 'Math.sqrt(2)', or a command: compare, report, merge,
            compre a b                          | "compre" is neither a command nor a snippet. A snippet is Java, such as 'Math.sqrt(2)'; programs are not measured. The commands are compare, report, merge,
            latency                             | "latency" is neither a command nor a snippet. A snippet is Java, such as 'Math.sqrt(2)'; programs are not measured. The commands are
            sleep 1                             | "sleep" is neither a command nor a snippet. A snippet is Java, such as 'Math.sqrt(2)'; programs are not measured. The commands are compare,
            env                                 | "env" is neither a command nor a snippet. A snippet is Java, such as 'Math.sqrt(2)'; programs are not measured. The commands are compare,
            compare a()                         | "a()" is a snippet. Expected a jar or a folder of classes. To measure snippets, leave out the word compare: microbench 'a()'
            compare a() b()                     | "a()" is a snippet. Expected a jar or a folder of classes. To measure snippets, leave out the word compare: microbench 'a()' 'b()'
            run Math.abs(-1)                    | "Math.abs(-1)" is a snippet. Expected a jar or a folder of classes. To measure snippets, leave out the word run: microbench 'Math.abs(-1)'
            list a()                            | "a()" is a snippet. Expected a jar or a folder of classes. To measure snippets, leave out the word list: microbench 'a()'
            1+1 --runs 3                        | Unknown option: '--runs'. Use --samples N.
            run x --runs 3                      | Unknown option: '--runs'. Use --forks N.
            1+1 --json                          | Unknown option: '--json'. Use --format json.
            run x --json                        | Unknown option: '--json'. Use microbench report RUN --format jmh-json.
            1+1 --export-markdown x             | Unknown option: '--export-markdown'. Use --format markdown --output FILE.
            1+1 -t 4                            | Unknown option: '-t'. Use -c N.
            run x -t 4                          | Unknown option: '-t'. Use -c N.
            1+1 -f 1                            | Unknown option: '-f'. Use --forks N.
            1+1 -p n=1                          | Unknown option: '-p'. Use --param NAME=VALUE,VALUE.
            run x --param size                  | Value for option '--param' (NAME=V[,V...]) should be in NAME=VALUE format but was size.
            run x -p n=1                        | Unknown option: '-p'. Use --param NAME=VALUE,VALUE.
            1+1 -prof gc                        | Unknown option: '-prof'. Use --profile NAME.
            1+1 -wi 5                           | Invalid value for option '--warmup'
            run x -wi 5                         | Unknown option: '-wi'. Use --warmup-iterations N.
            run x -bm avgt                      | Unknown option: '-bm'. Use -Dmicrobench.mode=MODE.
            1+1 --loop 5 --sample-duration 1s   | --loop and --sample-duration contradict each other: leave one of them out.
            1+1 --loop 5 -c 2                   | --loop and --concurrency contradict each other: leave one of them out.
            1+1 --nodes a,b -c squeeze          | --concurrency squeeze cannot be combined with --nodes: specify the numbers of workers, such as -c 1,2,4.
            1+1 --nodes a,b --loop 5            | --loop cannot be combined with --nodes: all nodes measure for the same time.
            1+1 --nodes a,b --order parallel    | --order cannot be combined with --nodes: forks of the snippets always alternate.
            1+1 --nodes a,b --profile jfr       | --profile cannot be combined with --nodes: profile the snippets without nodes.
            1+1 --nodes a,b --after 1           | --before or --after cannot be combined with --nodes: on several nodes, the time of hooks cannot be excluded; make them part of the snippet.
            1+1 --nodes a,b --param node=1,2    | --param node: with --nodes all results use this name for the node. Choose another name for the input.
            1+1 --nodes a,a                     | --nodes a,a: expected names of nodes, each once, such as a,b. microbench nodes lists them.
            1+1 -Dmicrobench.join=a:7800        | Settings for nodes need --nodes, with the names of nodes. microbench nodes lists them.
            1+1 --budget 9s                     | --budget needs --precision.
            1+1 -Dmicrobench.seed=9             | -Dmicrobench.seed needs --order random.
            -1+1                                | Unknown option: '-1+1'. Put a snippet that begins with a dash after all options and --: -- '-1+1'
            -f(x) --init 1                      | Unknown option: '-f(x)'. Put a snippet that begins with a dash after
            1+1 --sampels=3                     | Unknown option: '--sampels=3'. Did you mean
            1+1 --smaples 3                     | Unknown option: '--smaples'. Did you mean --samples?
            1+1 --smaples=3                     | Unknown option: '--smaples=3'. Did you mean --samples?
            1+1 --quick                         | Unknown option: '--quick'.
            1+1 --samples abc                   | Invalid value for option '--samples': 'abc' is not a whole number.
            1+1 --samples 0                     | --samples 0: expected a number of at least 1.
            1+1 -c 0                            | --concurrency: "0" in "0" is not a thread count: expected 1 to 100000.
            1+1 -c two                          | --concurrency: "two" is neither a thread count nor an ascending range of at most 1000. Expected
            1+1 -c 1,x                          | --concurrency: "x" in "1,x" is neither a thread count nor an ascending range of at most 1000. Expected
            1+1 -c 1000000                      | --concurrency: "1000000" in "1000000" is not a thread count: expected 1 to 100000.
            1+1 -c 4..1                         | --concurrency: "4..1" is neither a thread count nor an ascending range
            1+1 -c 1,2 --order parallel         | --order parallel and --concurrency with several numbers contradict each other: leave one of them out.
            1+1 -c 1,2 --loop 5                 | --loop and --concurrency contradict each other: leave one of them out.
            1+1 -c squeeze --loop 5             | --loop and --concurrency contradict each other: leave one of them out.
            1+1 -c squeeze --order random       | --concurrency squeeze and --order contradict each other: leave one of them out.
            1+1 -c squeeze --overhead           | --concurrency squeeze and --overhead contradict each other: leave one of them out.
            1+1 -c squeeze:4..2                 | --concurrency: "4..2" is neither a thread count nor an ascending range
            1+1 -c squeezed                     | --concurrency: "squeezed" is not a squeeze: expected squeeze, squeeze:1..64*2 or squeeze:1..25+10,patience=5.
            1+1 -Dforks=3                       | -Dforks does not apply to snippets: expected one of microbench.forceComparison, microbench.join, microbench.monitor,
            1+1 -Dmicrobench.timeout=soon       | microbench.timeout = "soon" (command line) cannot be used. Expected a time
            --before 1 --before 2 1+1           | --before is given twice before the first snippet: give it once there for all snippets, or after the first snippet for single snippets.
            1+1 --before 1 --before 2           | --before is given 2 times, but there is 1 snippet: the k-th value belongs to the k-th snippet.
            1+1 --after 1 --after 2             | --after is given 2 times, but there is 1 snippet: the k-th value belongs to the k-th snippet.
            watch 1+1 -Dforks=2                 | -Dforks does not apply to snippets: expected one of
            1+1 --latency --loop 5              | --loop and --latency contradict each other: leave one of them out.
            1+1 --loop 2147483659               | Invalid value for option '--loop': "2147483659" is not a number of calls; expected 1 to 2147483647, with K, M or G for thousands, such as 10M.
            1+1 --loop 10X                      | Invalid value for option '--loop': "10X" is not a number of calls; expected 1 to 2147483647, with K, M or G for thousands, such as 10M.
            1+1 --label a --label b             | --label is given 2 times, but there is 1 snippet: the k-th value belongs to the k-th snippet.
            1+1 --param n                       | --param n: expected a name with values, such as n=10,1000.
            1+1 --param n=1,2,1                 | --param n=1,2,1: a value is given twice, but each value is measured only once. Remove the duplicate.
            1+1 --param n=1 --param n=2         | --param n is given twice: expected one with all values, such as n=10,1000.
            1+1 --check=fast                    | Invalid value for option '--check': expected one of none, runs, same but was
            1+1 --profile tape                  | --profile tape: there is no profiler tape. Expected gc, stack, jfr, async,
            1+1 --profile jfr,jfr               | --profile names jfr twice. Each runs once: leave one of them out.
            1+1 --profile jfr:big               | --profile jfr:big: it takes no options.
            1+1 --profile stack:foo=1           | --profile stack:foo=1: its options cannot be read. Expected lines, top,
            1+1 --profile async:file=a          | --profile async:file=a: "file=a" is not a valid option. Expected arguments of
            1+1 --order=backwards               | Invalid value for option '--order': expected one of turn, random, parallel but was 'backwards'
            1+1 --unit huge                     | Invalid value for option '--unit': expected one of best, largest, smallest, none but was
            1+1 --unit best --format csv        | --unit and --format contradict each other: leave one of them out.
            1+1 2+2 --baseline 3+3              | --baseline 3+3: no row, snippet or variant has this label, and no run was saved under this name in
            1+1 --save-baseline a/b             | --save-baseline a/b: Baseline name 'a/b': expected letters, digits, dots, dashes and underscores, with a letter or digit first.
            1+1 -Dmicrobench.forceComparison=true | -Dmicrobench.forceComparison needs --baseline with the name of a saved run.
            1+1 --nodes a,b --save-baseline a   | --save-baseline cannot be combined with --nodes: only runs of one machine can be saved.
            completion foo                      | Unmatched argument at index 1: 'foo'
            run @missing                        | There is no @missing in
            1+1 --jvm 99                        | --jvm 99: no JDK of this version was found in variables such as JAVA_HOME_25, the folders next to
            1+1 --jvm no/such                   | --jvm no/such: there is no JDK with a java command and a file 'release', which has its version. Expected a version such as 17, the home of a JDK, or its java command.
            1+1 --variant zgc                   | --variant zgc: expected a name (letters, digits, . _ + -) with JVM arguments, such as zgc='-XX:+UseZGC', or without, as in plain=.
            1+1 --variant a= --variant a=-Xint  | --variant a is given twice: names must be unique.
            1+1 --variant a='-Dx                | --variant a='-Dx: a quote is not closed. Close it.
            1+1 --deps a:b                      | --deps a:b: expected group:artifact:version, such as
            1+1 --deps a.jar                    | --deps a.jar: expected group:artifact:version, such as com.google.guava:guava:33.4.0-jre, or group:artifact:extension:classifier:version.
            1+1 --deps a:b:1 --deps a:b:2       | --deps a:b:2 contradicts another one: expected each library once with all versions to compare
            1+1 --offline                       | --offline needs --deps.
            1+1 -Dmaven.user.settings=a.xml     | -Dmaven.user.settings needs --deps.
            1+1 --deps a:b:1 -Dmaven.user.settings=a | -Dmaven.user.settings=a: there is no such file.
            1+1 --nodes a,b --jvm 17            | --jvm or --variant cannot be combined with --nodes: each node measures in its own JVM.
            1+1 --baseline 1+1 --format csv     | --baseline with a row and --format contradict each other: leave one of them out.
            1+1 --nodes a,b --baseline 1+1      | --baseline cannot be combined with --nodes: rows are always compared with the fastest.
            1+1 --format gif                    | --format gif: expected one of table, basic, extended, full, json, csv, markdown, html, csv-curves, json-curves, jmh-json.
            1+1 --format csv-curves             | --format csv-curves needs several numbers of workers, --concurrency 1,2,4 or squeeze.
            1+1 --threads green                 | Invalid value for option '--threads': expected one of platform, virtual but was
            1+1 --classpath no/such.jar         | The class path of the snippets has an entry that does not exist:
            compare                             | Nothing to compare: expected two builds, two revisions as in main..HEAD, or one build with two --jvm or two --variant.
            compare a --variant x=              | --jvm and --variant name 1 variant, but a comparison needs two: the first is the baseline. Expected two --jvm, or two --variant in one --jvm, or one --variant in two. To measure more, use microbench run.
            compare a --variant x= --variant y= --variant z= | --jvm and --variant name 3 variants, but a comparison needs two: the first is the baseline. Expected two --jvm, or two --variant in one --jvm, or one --variant in two. To measure more, use microbench run.
            compare a --variant x= --variant x= | --variant x is given twice: names must be unique.
            compare a --variant x= --nodes n    | --jvm or --variant and --nodes contradict each other: leave one of them out.
            compare --variant x= --variant y=   | No build is given: expected a jar, a folder of classes or a class path, or --classpath.
            compare a b --cases c --variant x=  | --cases and a pattern after the build contradict each other: leave one of them out.
            run a --variant -Xint               | --variant -Xint: expected a name (letters, digits, . _ + -) with JVM arguments, such as zgc='-XX:+UseZGC', or without, as in plain=.
            compare main HEAD                   | Neither main nor HEAD exists in
            compare a b c                       | Unmatched argument at index 3: 'c'.
            compare a b -c 0                    | --concurrency = "0" (command line) cannot be used: "0" in "0" is not a thread count
            run x -c 4..1                       | --concurrency = "4..1" (command line) cannot be used: "4..1" is neither a thread count nor an ascending range
            run x -c two                        | --concurrency = "two" (command line) cannot be used: "two" is neither a thread count nor an ascending range
            run x --threads 4                   | --threads = "4" (command line) cannot be used
            compare a b --budget soon           | --budget = "soon" (command line) cannot be used. Expected a time with its unit (ns, us, ms, s, m, h), such as 500ms, 2s or 10m.
            compare a b --confidence x          | --confidence = "x" (command line) cannot be used. Expected a share of at least 50% (in a comparison: above 50%) and below 100%, such as 99% or 0.99.
            compare a b --fork-range 2..        | The minimum of --fork-range (microbench.forkRange) is 2. Expected 3 or more, such as 3..10.
            nodes --watch --fields cpu,load,cpu | --fields names a column more than once: cpu,load,cpu. Expected each column once; leave out the repeated ones.
            attach 1 1+1 --time 31s             | --time: 31 s. Expected at least
            compare a b --confidence 50%        | The confidence is 50%. Expected a share above 50% and below 100%, such as 99%.
            compare a b -Dmicrobench.tolerance=2 | microbench.tolerance = "2" (command line) cannot be used. Expected a share above 0 and below 1,
            compare main                        | "main" is one build, but two are needed: name another one, or two revisions as in main..HEAD.
            compare a..b --build make           | --build requires --classes, because only Maven builds report their class path. Specify the class path of the benchmarks, relative to the root of the repository.
            watch                               | Expected a snippet such as 'com.acme.Codec.encode(input)', a .java file, or
            watch 1+1 2+2                       | Only one snippet can be watched, not 2. To watch a case of a suite,
            watch src                           | src is a suite, and only one of its cases can be watched: 'microbench watch src *Codec.encode:size=1024'.
            watch src count --init 1            | --init only applies to snippets, but src is a suite.
            watch src count -s 1                | --samples only applies to snippets, but src is a suite.
            watch 1+1 -c 0                      | --concurrency 0: expected a number of at least 1.
            watch src count -c 0                | --concurrency 0: expected a number of at least 1.
            watch 1+1 --param n=1,2             | Only one snippet can be watched, in one variant and with one value of each input.
            report --format gif x               | --format gif: expected one of table, markdown, html, csv, csv-raw, csv-curves, json-curves, jmh-json.
            environment --format md             | --format md: expected one of table, json.
            """)
    void reportsInvalidLinesWithExitCodeTwo(String line, String message) {
        String[] arguments = line.split(" +", -1);

        assertThat(console.run(arguments)).isEqualTo(2);
        assertThat(console.errors().get(0)).startsWith("microbench: " + message);
        assertThat(console.errors()).hasSizeLessThanOrEqualTo(2);
        assertThat(console.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run a", "list a"})
    void rejectsInvalidBuilds(String line) {
        assertThat(console.run(line.split(" "))).isEqualTo(2);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .startsWith("microbench: There is no a in ")
                .endsWith("Expected a jar, a folder of classes, or several of these separated by " + File.pathSeparator
                        + ".");
    }

    @Test
    void namesAMissingBuild(@TempDir Path folder) {
        String missing = folder.resolve("before.jar").toString();

        assertThat(console.run("compare", missing, missing)).isEqualTo(2);
        assertThat(console.errors()).singleElement().asString().startsWith("microbench: There is no " + missing);
    }

    /** Programs that use the snippet API do not have these options. */
    @Test
    void snippetEngineNamesNoOptionOfTheCommand() throws IOException {
        Set<String> options = console.line().getCommandSpec().optionsMap().keySet();
        Path sources = Path.of("..", "microbench", "comparison", "src", "main", "java", "io", "microbench");
        for (String folder : List.of("snippet", "fanout")) {
            try (Stream<Path> files = Files.walk(sources.resolve(folder))) {
                assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(file -> assertThat(
                                Pattern.compile("\"[^\"\n]*?(--[a-z-]+)")
                                        .matcher(Files.readString(file))
                                        .results()
                                        .map(quoted -> quoted.group(1)))
                        .as(file.toString())
                        .noneMatch(options::contains));
            }
        }
    }

    @Test
    void rejectsUnknownSettings(@TempDir Path folder) {
        assertThat(console.run("compare", folder.toString(), folder.toString(), "-Dmicrobench.warmupTim=1s"))
                .isEqualTo(2);
        assertThat(console.errors())
                .containsExactly(
                        "microbench: Unknown setting microbench.warmupTim = \"1s\" (command line). Did you mean"
                                + " microbench.warmupTime?");
    }
}
