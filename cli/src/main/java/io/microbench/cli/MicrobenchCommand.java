/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself; everything is done by its subcommands. */
@Command(
        name = "microbench",
        mixinStandardHelpOptions = true,
        versionProvider = MicrobenchCommand.Version.class,
        description = "Performance numbers on the JVM that a team can act on.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:a benchmark failed",
            "2:the command line or the ground cannot be used; nothing was measured",
            "3:something is slower, for certain"
        })
final class MicrobenchCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    private MicrobenchCommand() {
        spec = CommandSpec.create();
    }

    /** Returns the command with all its subcommands, printing to the given console. */
    static CommandLine commandLine(Console console) {
        CommandLine line = new CommandLine(new MicrobenchCommand())
                .addSubcommand(new CompareCommand(console))
                .addSubcommand(new ReportCommand(console))
                .addSubcommand(new CommandLine(new ReplayCommand(console)).setCaseInsensitiveEnumValuesAllowed(true));
        line.setOut(writer(console.out(), console));
        line.setErr(writer(console.err(), console));
        line.setUsageHelpAutoWidth(false);
        if (console.style().width() > 0) {
            line.setUsageHelpWidth(Math.max(55, Math.min(120, console.style().width())));
        }
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                console.style().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        Errors errors = new Errors(console.err());
        line.setParameterExceptionHandler(errors);
        line.setExecutionExceptionHandler(errors);
        return line;
    }

    private static PrintWriter writer(PrintStream stream, Console console) {
        return new PrintWriter(new OutputStreamWriter(stream, console.charset()), true);
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Say what to do: compare, report or replay");
    }

    /** Reads the version from the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(
                            MicrobenchCommand.class.getPackage().getImplementationVersion())
                    .orElse("development");
            return new String[] {"microbench " + version + ", JVM " + System.getProperty("java.vm.version")};
        }
    }
}
