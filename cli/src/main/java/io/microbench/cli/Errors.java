/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.history.HistoryException;
import io.microbench.judge.JudgeException;
import io.microbench.plan.ConfigurationException;
import io.microbench.replay.ReplayException;
import io.microbench.result.UnreadableRunException;
import io.microbench.run.PreflightException;
import io.microbench.snippet.CheckException;
import io.microbench.snippet.SnippetException;
import io.microbench.text.Redaction;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error in one line; a stack trace is for defects of the command only. */
final class Errors implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** No option has a digit, a blank or a parenthesis in its name. */
    private static final Pattern DASHED_CODE = Pattern.compile("-{1,2}([^-A-Za-z]|[^=]*[ (\\d]).*", Pattern.DOTALL);

    private final PrintStream err;

    Errors(PrintStream err) {
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String message = Redaction.text(String.valueOf(e.getMessage()));
        List<String> near = e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String advice = near.isEmpty() ? dashed(e) : " Did you mean " + String.join(" or ", near) + "?";
        err.println("microbench: " + message + (message.endsWith(".") || message.endsWith("?") ? "" : ".") + advice);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    /** Returns what to do with a snippet that looks like an option. */
    private static String dashed(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                        && DASHED_CODE.matcher(unmatched.getUnmatched().get(0)).matches()
                ? " A snippet that begins with a dash stands behind all options and --: -- '"
                        + unmatched.getUnmatched().get(0) + "'"
                : "";
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof ConfigurationException
                || e instanceof PreflightException
                || e instanceof UnreadableRunException
                || e instanceof JudgeException
                || e instanceof HistoryException
                || e instanceof SnippetException
                || e instanceof ReplayException
                || e instanceof UncheckedIOException) {
            String message = String.valueOf(e.getMessage());
            // A snippet may have a variable named token; the others quote settings, URLs and arguments.
            err.println("microbench: " + (e instanceof SnippetException ? message : Redaction.text(message)));
            return ExitCode.USAGE;
        }
        if (e instanceof CheckException) {
            err.println("microbench: " + e.getMessage());
            return ExitCode.FAILED;
        }
        err.println("microbench: a defect of the command itself: " + e);
        e.printStackTrace(err);
        return ExitCode.FAILED;
    }
}
