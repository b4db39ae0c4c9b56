// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.compare.Build;
import io.microbench.compare.Checkouts;
import io.microbench.compare.Checkouts.BuildRecipe;
import io.microbench.compare.Reach;
import io.microbench.result.CaseId;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.Counted;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reach",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Prints which cases run different code than before, and which classes differ.",
            "",
            "Uses the classes that a run of the earlier build recorded; without such a run, one short fork of each case"
                    + " shows them. Nothing is measured.",
            "",
            "An earlier revision is checked out and built with the project's own Maven wrapper."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench reach buffer/target/benchmarks.jar --since main",
            "  microbench reach after.jar '*Allocator*' --since before.jar"
        })
final class ReachCommand implements Callable<Integer> {

    private static final int MOST_CLASSES = 3;

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "BUILD",
            description = "The build: a jar, a folder of classes, or a class path.")
    private String build = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CASES",
            description = "The cases, as in --cases. Default: all.")
    private Optional<String> cases = Optional.empty();

    @Option(
            names = "--since",
            required = true,
            paramLabel = "REVISION",
            description = "The earlier state: a revision, in which BUILD has the same path, or an earlier build.")
    private String since = "";

    @Mixin
    private PairOptions forks = PairOptions.withoutLimits();

    ReachCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        forks.refuseLimits();
        Path here = Path.of("").toAbsolutePath();
        cases.ifPresent(pattern -> {
            SettingOptions.requirePattern("The pattern \"" + pattern + "\"", pattern);
            forks.properties().put(SettingOptions.CASES, pattern);
        });
        List<String> shared = forks.libraries(here, console.err()::println);
        Build candidate = Build.ofClassPath(build, here).with(shared);
        // A missing jar is reported as a missing jar, not as an unknown revision.
        if (since.contains(File.pathSeparator) || since.endsWith(".jar") || Files.exists(here.resolve(since))) {
            return print(Build.ofClassPath(since, here).with(shared), candidate, "the earlier build");
        }
        try (Checkouts checkouts = Checkouts.open(here, console.err()::println, forks.output(console))) {
            requireRevision(checkouts, here);
            BuildRecipe recipe = forks.recipe();
            BuildRecipe same = recipe.classes().isPresent() || recipe.module().isPresent()
                    ? recipe
                    : checkouts.recipe(here.resolve(build));
            return print(checkouts.build(since, same).with(shared), candidate, since);
        }
    }

    private void requireRevision(Checkouts checkouts, Path here) {
        try {
            checkouts.commit(since);
        } catch (ConfigurationException e) {
            throw new ConfigurationException("There is no " + since + " in " + here + ", and " + e.getMessage());
        }
    }

    private int print(Build baseline, Build candidate, String earlier) {
        Reach reach;
        try (ProgressLine line = ProgressLine.of(console)) {
            reach = Reach.of(
                    baseline,
                    candidate,
                    forks.properties(),
                    console.err()::println,
                    forks.output(console),
                    (done, all) -> line.step("Determining classes", "case", done, all));
        }
        console.out()
                .println((reach.reached().isEmpty()
                                ? "No case runs"
                                : Counted.share(reach.reached().size(), reach.cases(), "case")
                                        + (reach.reached().size() == 1 ? " runs" : " run"))
                        + " different code than in " + earlier
                        + (reach.reached().isEmpty() ? "." : ":"));
        for (Map.Entry<CaseId, List<String>> each : reach.reached().entrySet()) {
            console.out().println("  " + each.getKey().text() + "  " + Counted.first(MOST_CLASSES, each.getValue()));
        }
        if (!reach.onlyCandidate().isEmpty()) {
            console.out().println("New: " + Counted.of(reach.onlyCandidate().size(), "case"));
            reach.onlyCandidate().forEach(id -> console.out().println("  " + id.text()));
        }
        return ExitCode.FINE;
    }
}
