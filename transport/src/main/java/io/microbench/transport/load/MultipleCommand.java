// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The subcommand with several clients. */
@Command(
        name = "multiple",
        description = "Sends messages from several clients at once, each to all nodes in random order.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
final class MultipleCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "1",
            description = "Clients that send at the same time. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return new LoadRun(
                        options, spec.commandLine().getOut(), spec.commandLine().getErr())
                .run(clients);
    }
}
