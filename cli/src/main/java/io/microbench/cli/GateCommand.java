// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.HistoryCommand.HistoryOptions;
import io.microbench.compare.Checkouts;
import io.microbench.compare.Limits;
import io.microbench.gate.GateResult;
import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.gate.NightlyGate;
import io.microbench.gate.NightlyGate.FreshForks;
import io.microbench.history.GateNotes;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Decides after a nightly run whether anything became slower.",
            "",
            "The history nominates suspects. Each is confirmed by alternating forks of HEAD and of the last good commit, on"
                    + " one machine, this one or a node. The last good commit is the last one with a run in the history"
                    + " before the suspected change. Both are checked out and built in separate folders."
        },
        footerHeading = "%nExample:%n",
        footer = {"  microbench gate perf-history --branch main --module buffer"})
final class GateCommand implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private HistoryOptions history = new HistoryOptions();

    @Option(names = "--run", paramLabel = "ID", description = "The run to check. Default: the latest.")
    private Optional<String> run = Optional.empty();

    @Option(
            names = "--head",
            paramLabel = "REVISION",
            description = "The revision to compare with the last good commit. Default: HEAD.")
    private String head = "HEAD";

    @Mixin
    private PairOptions forks = new PairOptions(Set.of(SettingOptions.NODES));

    GateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        forks.refuse(
                Set.of(SettingOptions.FORCE),
                "has no effect on gate, which compares forks on one machine and ignores runs of other machines");
        Limits limits = forks.limits();
        Path here = Path.of("").toAbsolutePath();
        List<RunSummary> runs = history.runs(console);
        RunSummary latest = HistoryOptions.choose(runs, run);
        List<GateNotes> notes = history.notes(console);
        try (Checkouts checkouts = Checkouts.open(here, console.err()::println, forks.output(console))) {
            FreshForks fresh = new FreshForks(
                    checkouts,
                    forks.recipe(),
                    head,
                    limits,
                    forks.properties(),
                    forks.libraries(here, console.err()::println),
                    console.err()::println,
                    forks.output(console));
            GateResult result = new NightlyGate(HistoryAnalysis.DEFAULTS, fresh).judge(runs, latest, notes);
            String options =
                    PairOptions.again(spec.commandLine().getParseResult(), "--branch", "--run", "--head", "--verbose");
            console.out().print(result.text(options));
            history.keep(result.notes(), console);
            return exitCode(result);
        }
    }

    private static int exitCode(GateResult result) {
        if (result.count(Outcome.CONFIRMED) > 0) {
            return ExitCode.REGRESSION;
        }
        if (result.count(Outcome.FAILED) > 0) {
            return ExitCode.FAILED;
        }
        return result.judgedNothing() || result.hasLargeLoss() ? ExitCode.USAGE : ExitCode.FINE;
    }
}
