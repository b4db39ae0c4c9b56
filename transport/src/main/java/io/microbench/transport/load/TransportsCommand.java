// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.ConsoleStyle;
import io.microbench.text.TextTable;
import io.microbench.transport.Transport;
import io.microbench.transport.Transports;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists transports. */
@Command(name = "transports", description = "Lists the transports, and why one cannot be used here.")
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
final class TransportsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        TextTable table = new TextTable(ConsoleStyle.plain()).left("Transport").left("Here");
        for (Transport transport : Transports.all()) {
            table.row(List.of(transport.name(), transport.unavailable().orElse("yes")));
        }
        spec.commandLine().getOut().print(table.render());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
