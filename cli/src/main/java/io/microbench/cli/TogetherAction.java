// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.ClusterNetwork;
import io.microbench.fanout.TogetherRun;
import io.microbench.fanout.TogetherRun.TogetherAnswer;
import io.microbench.process.EndSignals;
import io.microbench.remote.NodeNetwork;
import io.microbench.report.HtmlReport;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Question;
import io.microbench.snippet.Snippet.Part;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures snippets on several nodes at once and prints the results. */
final class TogetherAction {

    private static final String NODES = "--nodes";

    private final Console console;
    private final SnippetOptions options;
    private final Question question;
    private final SnippetOutput output;
    private final List<String> nodes;

    TogetherAction(Console console, SnippetOptions options) {
        this.console = console;
        this.options = options;
        this.nodes = options.nodes();
        refuse("--loop", options.loop.isPresent(), "all nodes measure for the same time");
        refuse("--order", options.order.isPresent(), "forks of the snippets always alternate");
        refuse("--latency", options.latency, "single calls are not timed");
        refuse("--overhead", options.overhead, "an empty call is not measured");
        refuse("--check", options.check.isPresent(), "check the snippets without nodes first");
        refuse("--precision", options.precision.isPresent(), "--forks sets the number of forks");
        refuse(
                "-Dmicrobench.monitor",
                options.settings().has(SnippetSettings.MONITOR),
                "the monitor only shows forks of this machine");
        refuse("--profile", options.profile.areGiven(), "profile the snippets without nodes");
        refuse("--jvm or --variant", options.variants.areGiven(), "each node measures in its own JVM");
        refuse("--baseline", options.baseline.isPresent(), "rows are always compared with the fastest");
        refuse("--save-baseline", options.saveBaseline.isPresent(), "only runs of one machine can be saved");
        options.format
                .filter(format -> SnippetOutput.isTable(format) && !format.equals("table"))
                .ifPresent(format -> refuse("--format " + format, true, "the table has only one form"));
        refuse("--unit", options.unit.isPresent(), "the unit is chosen for each value");
        boolean hooks = options.has(Part.BEFORE) || options.has(Part.AFTER);
        refuse(
                "--before or --after",
                hooks,
                "on several nodes, the time of hooks cannot be excluded; make them part of the snippet");
        if (options.params.stream().anyMatch(param -> param.strip().startsWith("node="))) {
            throw new ConfigurationException("--param node: with " + NODES
                    + " all results use this name for the node. Choose another name for the input.");
        }
        this.question = new SnippetQuestion(options, console).question();
        refuse(
                "--concurrency squeeze",
                question.workers().patience().isPresent(),
                "specify the numbers of workers, such as -c 1,2,4");
        this.output = new SnippetOutput(console, options, question.workers().isLadder());
    }

    private static void refuse(String option, boolean given, String instead) {
        if (given) {
            throw new ConfigurationException(option + " cannot be combined with " + NODES + ": " + instead + ".");
        }
    }

    int run() {
        SnippetScreen screen = new SnippetScreen(console, options.verbose);
        Map<String, String> settings = options.settings().network();
        try (TogetherRun run = TogetherRun.compile(question, nodes, screen);
                NodeNetwork.Joined network = new ClusterNetwork().join(nodes, settings)) {
            EndSignals.handle(signal -> run.stop());
            screen.note(run.outline());
            TogetherAnswer answer = run.measure(network);
            run.close();
            return print(answer, screen);
        }
    }

    private int print(TogetherAnswer answer, SnippetScreen screen) {
        output.write(
                answer.run(),
                () -> answer.table(console.style()),
                () -> HtmlReport.render(answer.run(), Optional.empty(), Map.of()));
        screen.lines(answer.failures(), answer.warnings());
        if (answer.stopped()) {
            console.err().println("Stopped before the end.");
            return ExitCode.FAILED;
        }
        return answer.failures().isEmpty() ? ExitCode.FINE : ExitCode.FAILED;
    }
}
