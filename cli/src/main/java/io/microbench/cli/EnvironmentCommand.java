// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.environment.SurroundingsProbe;
import io.microbench.report.EnvironmentBlock;
import io.microbench.result.Environment.Surroundings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "environment",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Prints the environment as recorded with a run, the granularity of the clock, and warnings about"
                    + " measurements on this machine."
        })
final class EnvironmentCommand implements Callable<Integer> {

    /** JVM arguments that the launcher passes to the command but not to forks. */
    private static final Set<String> LAUNCHER = Set.of("-XX:TieredStopAtLevel=1");

    private final Console console;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json. Default: table.")
    private String format = "table";

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGUMENTS",
            description = "JVM arguments of forks, separated by blanks: warns about arguments that distort results.")
    private String jvmArguments = "";

    EnvironmentCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        boolean json =
                SnippetQuestion.oneOf("--format", format, "table", "json").equals("json");
        List<String> arguments = new ArrayList<>();
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !LAUNCHER.contains(argument))
                .forEach(arguments::add);
        arguments.addAll(List.of(jvmArguments.strip().split("\\s+")));
        Surroundings surroundings = SurroundingsProbe.look(arguments);
        console.out()
                .print(
                        json
                                ? EnvironmentBlock.json(surroundings)
                                : EnvironmentBlock.render(surroundings, console.style()));
        return ExitCode.FINE;
    }
}
