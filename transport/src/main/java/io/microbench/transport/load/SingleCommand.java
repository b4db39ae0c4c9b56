// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The subcommand with one client. */
@Command(
        name = "single",
        description = "Sends messages from one client, by default to one node.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
final class SingleCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return new LoadRun(
                        options, spec.commandLine().getOut(), spec.commandLine().getErr())
                .run(1);
    }
}
