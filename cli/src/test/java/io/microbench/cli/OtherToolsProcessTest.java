// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures each snippet on the pages about other tools, with the options given there. */
@Tag("processes")
class OtherToolsProcessTest {

    private static final Set<String> COMMANDS =
            Set.of("run", "list", "report", "compare", "merge", "watch", "environment", "stores", "nodes", "attach");

    /** Options for the shortest measurement, each with conflicting options. */
    private static final Map<List<String>, Set<String>> BRIEFLY = Map.of(
            List.of("--forks", "1"), Set.of("--forks", "--precision"),
            List.of("--samples", "2"), Set.of("--samples", "-s", "--precision"),
            List.of("--sample-duration", "20ms"), Set.of("--sample-duration", "-d", "--loop", "-l"),
            List.of("--warmup", "1"), Set.of("--warmup", "-w"),
            List.of("--jvm-arg", "-XX:TieredStopAtLevel=1"), Set.of());

    /** Options that read or write in the working directory: only their commands need a separate process. */
    private static final Set<String> WHERE_IT_IS_STARTED =
            Set.of("-", "--output", "--save-baseline", "before", "--profile", "-Dmicrobench.monitor=log.csv");

    /** Commands that need nodes or dozens of forks. */
    private static final Pattern LONG = Pattern.compile("--nodes|squeeze:.*|1\\.\\.200\\+10");

    @TempDir
    Path folder;

    @Test
    void measuresEverySnippetOfThePages() throws Exception {
        List<List<String>> snippets = Stream.of(OtherToolsPage.values())
                .flatMap(page -> page.commands().stream())
                .filter(command -> !COMMANDS.contains(command.get(0)))
                .filter(command ->
                        command.stream().noneMatch(word -> LONG.matcher(word).matches()))
                .distinct()
                .toList();
        SoftAssertions all = new SoftAssertions();
        // The snippets are measured in the order of the page, because one command saves the baseline of another.
        for (List<String> snippet : snippets) {
            Outcome outcome = measure(snippet);
            if (snippet.contains("perfasm") && outcome.status() == 2) {
                // The profiler needs hardware counters and a disassembler, which few machines have; otherwise it
                // reports what is missing.
                all.assertThat(outcome.err()).contains("--profile perfasm: ");
                continue;
            }
            // With one fork per side, a large slowdown is not judged, and the command exits with 2.
            boolean undecided =
                    outcome.status() == ExitCode.USAGE && outcome.out().contains("1 large change");
            all.assertThat(outcome.status() == ExitCode.FINE || undecided)
                    .as("%s%n%s%n%s", snippet, outcome.out(), outcome.err())
                    .isTrue();
        }
        all.assertAll();
        assertThat(snippets).hasSizeGreaterThan(45);
        assertThat(folder.resolve("result.json")).isNotEmptyFile();
        assertThat(folder.resolve("microbench-profile")).isNotEmptyDirectory();
    }

    private Outcome measure(List<String> snippet) throws Exception {
        List<String> arguments = new ArrayList<>(snippet);
        if (snippet.containsAll(List.of("--baseline", "before"))) {
            // The iterations of this machine may have waited for a processor.
            arguments.add("-Dmicrobench.forceComparison=true");
        }
        BRIEFLY.forEach((options, instead) -> {
            if (snippet.stream().noneMatch(instead::contains)) {
                arguments.addAll(options);
            }
        });
        if (arguments.stream().noneMatch(WHERE_IT_IS_STARTED::contains)) {
            return CommandProcess.runHere(arguments.toArray(String[]::new));
        }
        try (CommandProcess command = CommandProcess.start(folder, List.of(), arguments.toArray(String[]::new))) {
            try (OutputStream piped = command.process().getOutputStream()) {
                piped.write("Math.sqrt(3)".getBytes(StandardCharsets.UTF_8));
            }
            return command.await();
        }
    }
}
