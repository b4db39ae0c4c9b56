// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.process.EndSignals;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.StandardOutput;
import io.microbench.text.TextTable;
import io.microbench.text.UserException;
import io.microbench.transport.Transport;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that starts nodes and sends messages between them. */
@Command(
        name = "messages",
        description = "Sends messages to nodes in separate JVMs, and measures how long they take.",
        subcommands = {Messages.SingleCommand.class, Messages.MultipleCommand.class, Messages.TransportsCommand.class},
        mixinStandardHelpOptions = true)
public final class Messages {

    /** Shells add this to the number of a signal for the exit status of a process that was ended by the signal. */
    private static final int SIGNALLED = 128;

    private Messages() {}

    /**
     * Runs the command and ends the JVM: with status 0, with 1 if messages were lost, with 2 for a wrong command line;
     * after a signal with 128 plus its number, after printing the results so far. A second signal ends it immediately.
     */
    public static void main(String[] arguments) {
        Thread main = Thread.currentThread();
        AtomicInteger signal = new AtomicInteger();
        EndSignals.handle(number -> {
            if (signal.compareAndSet(0, number)) {
                main.interrupt();
            } else {
                System.exit(SIGNALLED + number);
            }
        });
        StandardOutput out = StandardOutput.underSystemOut();
        int status = commandLine(
                        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                        new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .execute(arguments);
        int ended = out.exitStatus(status, "messages", System.err);
        System.exit(signal.get() == 0 ? ended : SIGNALLED + signal.get());
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new Messages());
        line.setOut(out);
        line.setErr(err);
        line.setExecutionExceptionHandler((exception, given, parsed) -> {
            String said = exception instanceof InterruptedException
                    ? "Interrupted before anything was measured"
                    : exception.getMessage();
            err.println("messages: " + said);
            return exception instanceof UserException user ? user.exitStatus() : UserException.FAILED;
        });
        return line;
    }

    /** Sends messages according to the options. */
    @Command(mixinStandardHelpOptions = true)
    @SuppressWarnings("NullAway.Init") // Picocli sets the fields.
    private abstract static class Sending implements Callable<Integer> {

        @Mixin
        private RunOptions options;

        @Spec
        private CommandSpec spec;

        /** Returns the number of clients. */
        abstract int clients();

        @Override
        public Integer call() throws Exception {
            CommandLine line = spec.commandLine();
            return new LoadRun(options, line.getOut(), line.getErr()).run(clients());
        }
    }

    /** The subcommand with one client. */
    @Command(name = "single", description = "Sends messages from one client, by default to one node.")
    static final class SingleCommand extends Sending {

        @Override
        int clients() {
            return 1;
        }
    }

    /** The subcommand with several clients. */
    @Command(
            name = "multiple",
            description = "Sends messages from several clients at once, each to all nodes in random order.")
    static final class MultipleCommand extends Sending {

        @Option(
                names = "--clients",
                paramLabel = "N",
                defaultValue = "1",
                description = "Clients that send at the same time. Default: ${DEFAULT-VALUE}.")
        private int clients;

        @Override
        int clients() {
            return clients;
        }
    }

    /** Lists transports. */
    @Command(name = "transports", description = "Lists the transports, and the reasons if some cannot be used here.")
    @SuppressWarnings("NullAway.Init") // Picocli sets the fields.
    static final class TransportsCommand implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            TextTable table =
                    new TextTable(ConsoleStyle.plain()).left("Transport").remarks("Here");
            for (Transport transport : Transport.all()) {
                table.row(List.of(transport.name(), transport.unavailable().orElse("yes")));
            }
            spec.commandLine().getOut().print(table.render());
            spec.commandLine().getOut().flush();
            return 0;
        }
    }
}
