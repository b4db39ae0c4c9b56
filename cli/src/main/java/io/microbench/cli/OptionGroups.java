// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/** Prints the options of a command in groups; each group keeps the order of the command. */
final class OptionGroups {

    /** Commands with fewer options have a single list. */
    private static final int FEWEST = 12;

    private static final Map<String, String> HEADINGS = headings(
            "Code and cases: --accumulate --label --param --check --import --init --before --after --done --init-worker"
                    + " --cases --all",
            "Classes and libraries: --classpath --deps --offline --module --build --classes",
            "How much is measured: --samples --sample-duration --loop --warmup --forks --precision --budget --preset"
                    + " --warmup-iterations --measure-iterations --warmup-time --measurement-time --fork-range --shard",
            "Workers, JVMs and nodes: --concurrency --latency --threads --order --jvm-arg --jvm --variant --nodes"
                    + " --side-by-side",
            "Results: --baseline --save-baseline --reference --tolerance --confidence --force --unit --format --output"
                    + " --verbose --overhead --profile --monitor");

    private static final String OTHERS = "Others";

    private OptionGroups() {}

    private static Map<String, String> headings(String... groups) {
        Map<String, String> headings = new LinkedHashMap<>();
        for (String group : groups) {
            int colon = group.indexOf(':');
            Stream.of(group.substring(colon + 2).split(" ", -1))
                    .forEach(option -> headings.put(option, group.substring(0, colon)));
        }
        return headings;
    }

    static String render(Help help) {
        List<OptionSpec> options = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
        if (options.size() < FEWEST) {
            return list(help, options, options);
        }
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        HEADINGS.values().forEach(heading -> groups.put(heading, new ArrayList<>()));
        options.forEach(option -> groups.computeIfAbsent(
                        HEADINGS.getOrDefault(option.longestName(), OTHERS), heading -> new ArrayList<>())
                .add(option));
        if (help.commandSpec().name().equals("list")) {
            // It accepts and ignores these options, so a command line of "run" is also one of "list".
            groups.remove("Results");
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, ofGroup) -> {
            if (!ofGroup.isEmpty()) {
                text.append(String.format("%n%s:%n", heading)).append(list(help, ofGroup, options));
            }
        });
        return text.toString();
    }

    /** Lists options in columns that are wide enough for all options of the command. */
    private static String list(Help help, List<OptionSpec> options, List<OptionSpec> all) {
        Help.Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
        layout.addAllOptions(options, help.parameterLabelRenderer());
        return layout.toString();
    }
}
