// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of the command itself: one screen with what people do most, and on request all options by group. */
final class ShortHelp {

    /** Asks for all options. */
    static final String ALL = "--help=all";

    private static final String SCREEN = "screen";

    private static final String TEXT = """
            Is this code faster than that one? Measures Java with JMH.

            microbench 'SNIPPET' ['SNIPPET'...]    compares snippets of Java
                --init 'int[] a = new int[n]' --param n=10,1000  prepared once; inputs
                -c 1,2,4  -cp target/classes  --jvm 17 --jvm 25  workers; your code; JVMs
            microbench run JAR|DIR ['PATTERN'...]  measures JMH benchmarks, writes a report
                --baseline NAME  --save-baseline NAME            judged; kept as baseline
            microbench compare OLD NEW             compares builds, main..HEAD, or runs
            microbench watch SNIPPET|DIR           measures again whenever the code changes
            microbench report RUN --format html    draws a run that was measured before
            microbench gate HISTORY                did anything become slower last night?

            Also: list, merge, history, node, nodes, new, environment, completion.
            microbench COMMAND --help      what a command does, with its options
            microbench --help=all          all options of snippets, and all commands

            Exit codes: 0 all is well; 1 a benchmark failed; 2 nothing was measured, as the
            command line or the environment will not do, or a large loss has too few forks
            to be judged; 3 something is slower or allocates more, for certain
            """;

    /** The options of snippets by what they are about; those that are named nowhere else are the last group. */
    private static final Map<String, List<String>> GROUPS = groups();

    private ShortHelp() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put(
                "The code",
                List.of(
                        "init",
                        "init-worker",
                        "before",
                        "after",
                        "done",
                        "accumulate",
                        "label",
                        "param",
                        "check",
                        "import"));
        groups.put("Libraries", List.of("classpath", "deps", "offline"));
        groups.put(
                "How much is measured",
                List.of("samples", "sample-duration", "loop", "warmup", "forks", "precision", "budget", "order"));
        groups.put("Workers", List.of("concurrency", "threads", "latency", "nodes"));
        groups.put("JVMs", List.of("jvm", "variant", "jvm-arg"));
        groups.put("Results", List.of("baseline", "save-baseline", "format", "output", "unit", "overhead", "profile"));
        return groups;
    }

    /**
     * Sets the help of the command.
     *
     * @param word the first of its line
     */
    static void on(CommandLine line, String word) {
        if (word.equals(ALL)) {
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, ShortHelp::grouped);
        } else {
            line.setHelpSectionKeys(List.of(SCREEN));
            line.getHelpSectionMap().put(SCREEN, help -> TEXT);
        }
    }

    private static String grouped(CommandLine.Help help) {
        List<OptionSpec> rest = new ArrayList<>(help.commandSpec().options());
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((heading, names) -> {
            List<OptionSpec> group = names.stream()
                    .flatMap(name -> Stream.ofNullable(help.commandSpec().findOption("--" + name)))
                    .toList();
            rest.removeAll(group);
            text.append(String.format("%n%s:%n", heading)).append(help.optionListExcludingGroups(group));
        });
        return text + String.format("%nMore:%n") + help.optionListExcludingGroups(rest);
    }
}
