// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.merge.ShardMerge;
import io.microbench.merge.ShardMerge.MergedRun;
import io.microbench.text.Counted;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Merges the runs that several machines measured with -Dmicrobench.shard=K/N.",
            "",
            "Each shard becomes a node of the merged run, and each fork names its node. Rejects runs that are not"
                    + " shards of one run: with the same code and settings, none missing, and each case once."
        },
        footerHeading = "%nExample:%n",
        footer = {"  microbench merge shard-1/* shard-2/* shard-3/* --output merged"})
final class MergeCommand implements Callable<Integer> {

    private static final Path RUNS = Path.of("target", "microbench");

    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "Folders of runs (with run.json), one for each shard.")
    private List<Path> runs = List.of();

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "The new folder of the merged run. Default: a new one in target/microbench.")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--partial",
            description = "Merges the existing runs, and lists shards that are missing and runs that did not end.")
    private boolean partial;

    MergeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        MergedRun merged;
        Path folder;
        try (ProgressLine line = ProgressLine.of(console)) {
            merged = ShardMerge.of(runs, partial, done -> line.step("Reading", done, runs.size()));
            line.step("Writing the merged run", runs.size(), runs.size());
            folder = output.map(merged::writeAt).orElseGet(() -> merged.writeBelow(RUNS));
        }
        merged.lacks().forEach(lack -> console.warn("not in the merged run: " + lack));
        int cases = merged.run().cases().size();
        long unmeasured = merged.run().cases().stream()
                .filter(result -> result.score().isEmpty())
                .count();
        console.out()
                .println(Counted.of(cases, "case") + " of " + Counted.of(runs.size(), "run") + " merged"
                        + (unmeasured == 0 ? "" : ", " + unmeasured + " without a score") + ": " + folder);
        return unmeasured == cases ? ExitCode.USAGE : ExitCode.FINE;
    }
}
