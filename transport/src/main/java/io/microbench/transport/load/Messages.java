// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.process.EndSignals;
import io.microbench.text.StandardOutput;
import io.microbench.text.UserException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command that starts nodes and sends messages between them. */
@Command(
        name = "messages",
        description = "Sends messages to nodes in separate JVMs, and measures how long they take.",
        subcommands = {SingleCommand.class, MultipleCommand.class, TransportsCommand.class},
        mixinStandardHelpOptions = true)
public final class Messages {

    /** Shells add this to the number of a signal as the exit status of a process that the signal ended. */
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
}
