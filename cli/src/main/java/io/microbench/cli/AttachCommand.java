// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Attachment;
import io.microbench.snippet.Snippet;
import io.microbench.text.Durations;
import io.microbench.text.Redaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures a snippet inside a running JVM, with its classes and static objects, for a few seconds.",
            "",
            "There is no fork and no isolation: the results include all other work of that JVM."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench attach 4711 'com.acme.Cache.get(7)'",
            "  microbench attach 4711 'Cache.size()' --import com.acme.Cache --time 1s --yes"
        })
final class AttachCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "PID",
            converter = Converters.ProcessId.class,
            description = "Process id of the JVM; 'jcmd' lists the JVMs of this user.")
    private long pid;

    @Parameters(index = "1", paramLabel = "SNIPPET", description = "Java to measure, as in 'microbench SNIPPET'.")
    private String snippet = "";

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            defaultValue = "3s",
            description = "How long to measure, at most 30s; a call that has not returned by then is interrupted."
                    + " Default: 3s.")
    private Duration time = Duration.ZERO;

    @Option(
            names = "--yes",
            description = "Does not ask for confirmation; required if standard input is not a terminal.")
    private boolean yes;

    @Option(names = "--import", paramLabel = "NAME", description = "Also imports this class or package.*.")
    private List<String> imports = new ArrayList<>();

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description = "Classes for the compiler that are not on the class path of the JVM, such as nested jars.")
    private List<String> classPath = new ArrayList<>();

    @Option(
            names = "--class-loader-of",
            paramLabel = "CLASS",
            description = "A class that the JVM has loaded; its class loader finds the snippet's classes. Default: the"
                    + " system class loader.")
    private String loaderOf = "";

    AttachCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (snippet.isBlank()) {
            throw new ConfigurationException("SNIPPET is empty; expected Java, such as 'Math.sqrt(2)'.");
        }
        List<Path> entries = SnippetQuestion.paths(classPath);
        Attachment.requireTime(time);
        if (!yes && !isConfirmed()) {
            throw new ConfigurationException("Nothing was measured in process " + pid + ".");
        }
        try (Attachment jvm = Attachment.to(pid)) {
            console.err()
                    .println("# In process " + pid + " (" + jvm.description() + "), for up to " + Durations.text(time)
                            + ".");
            console.out().println(jvm.measure(Snippet.of(snippet), imports, entries, loaderOf, time));
        }
        return ExitCode.FINE;
    }

    private boolean isConfirmed() {
        if (!isTerminal(System.console())) {
            throw new ConfigurationException("attach asks for confirmation to run code in process " + pid
                    + ", but standard input is not a terminal. Add --yes.");
        }
        console.err()
                .print("Run " + snippet + " in process " + pid + " (" + Redaction.text(Attachment.command(pid))
                        + ") for up to " + Durations.text(time) + ", alongside its own work? [y/N] ");
        console.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, console.charset())).readLine();
            return answer != null && answer.strip().matches("(?i)y(es)?");
        } catch (IOException e) {
            throw new UncheckedIOException("Standard input cannot be read (" + e + ")", e);
        }
    }

    /** Since JDK 22, a console is not necessarily a terminal. */
    private static boolean isTerminal(java.io.@Nullable Console terminal) {
        if (terminal == null || Runtime.version().feature() < 22) {
            return terminal != null;
        }
        try {
            return Boolean.TRUE.equals(
                    java.io.Console.class.getMethod("isTerminal").invoke(terminal));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
