// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = CompletionCommand.NAME,
        mixinStandardHelpOptions = true,
        description = "Prints a script that completes commands and options in bash and zsh. To use it: source"
                + " <(microbench completion)")
final class CompletionCommand implements Runnable {

    static final String NAME = "completion";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs.
    private CommandSpec spec;

    @Override
    public void run() {
        CommandSpec root = spec.root();
        // Shells do not accept the line separator of Windows.
        spec.commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()) + "\n");
        spec.commandLine().getOut().flush();
    }
}
