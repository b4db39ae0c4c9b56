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

/** The help of the command itself: one screen with the most common uses, and on request all options by group. */
final class ShortHelp {

    /** Asks for all options. */
    static final String ALL = "--help=all";

    private static final String SCREEN = "screen";

    private static final String EXAMPLES = """
              microbench 'new Random().nextInt()' 'ThreadLocalRandom.current().nextInt()'
              microbench 'text.trim()' --init 'var text = " ".repeat(n)' --param n=1,100
              microbench 'map.get(1)' --init 'var map = new HashMap<>(Map.of(1, 2))' -c 1,2
              microbench run target/benchmarks.jar '*Codec*' --save-baseline monday
              microbench compare main..HEAD --budget 5m
            """;

    private static final String TEXT = """
            Is this code faster than that one? Measures Java with JMH.

            %s
              --init CODE    runs once before       -cp PATH            your classes
              --param N=V,V  values of an input     --deps G:A:V        a library
              -c N,N         workers                --jvm JDK           in another JVM
              --loop N       calls for each sample  --precision 2%%      until within 2%%
              --profile jfr  where the time goes    --format FORM       csv, json, html, ..
              --baseline X   compares with X        --save-baseline X   saves for later

            microbench SNIPPET...            compares snippets of Java (the options above)
            microbench run JAR|DIR GLOB...   measures JMH benchmarks, writes a report
            microbench compare OLD NEW       compares builds, main..HEAD, or two runs
            microbench watch SNIPPET|DIR     measures again whenever the code changes
            microbench report RUN            draws a run that was measured before
            microbench gate HISTORY          after a nightly run: what became slower
            Also: list, merge, history, node, nodes, new, environment, completion.
            microbench help COMMAND: its options. --help=all: all options of snippets.
            Exit codes: 0 all is well, 1 a benchmark failed, 2 nothing judged, 3 slower.
            """.formatted(EXAMPLES);

    private ShortHelp() {}

    /** The options of snippets by topic; all that have no topic are the last group. */
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

    /** Sets the help of the command, of whose line {@code word} is the first. */
    static void on(CommandLine line, String word) {
        if (word.equals(ALL)) {
            line.getCommandSpec().usageMessage().footer(EXAMPLES.lines().toArray(String[]::new));
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, ShortHelp::grouped);
        } else {
            // Of this command alone: that of the line is given to subcommands as well.
            line.getCommandSpec().usageMessage().sectionKeys(List.of(SCREEN));
            line.getHelpSectionMap().put(SCREEN, help -> TEXT);
        }
    }

    private static String grouped(CommandLine.Help help) {
        List<OptionSpec> rest = new ArrayList<>(help.commandSpec().options());
        StringBuilder text = new StringBuilder();
        groups().forEach((heading, names) -> {
            List<OptionSpec> group = names.stream()
                    .flatMap(name -> Stream.ofNullable(help.commandSpec().findOption("--" + name)))
                    .toList();
            rest.removeAll(group);
            text.append(String.format("%n%s:%n", heading)).append(help.optionListExcludingGroups(group));
        });
        return text + String.format("%nMore:%n") + help.optionListExcludingGroups(rest);
    }
}
