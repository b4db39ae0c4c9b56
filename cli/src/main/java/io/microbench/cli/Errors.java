// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.snippet.CheckException;
import io.microbench.snippet.SnippetException;
import io.microbench.text.Redaction;
import io.microbench.text.UserException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error in one line, with a stack trace only for defects of the command. */
record Errors(PrintStream err) implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** No option has a digit, a blank or a parenthesis in its name. */
    private static final Pattern DASHED_CODE = Pattern.compile("-{1,2}([^-A-Za-z]|[^=]*[ (\\d]).*", Pattern.DOTALL);

    private static final String PAGE = "other-tools.md";
    private static final Pattern ROW = Pattern.compile("\\| (.*?) \\| (.*) \\|");
    private static final Pattern CODE = Pattern.compile("`(-[^`\\s]+)[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final String NONE = "none: ";

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String message = Redaction.text(String.valueOf(e.getMessage()));
        List<String> near = e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String advice = otherTool(List.of(arguments), command)
                .orElseGet(() -> near.isEmpty() ? dashed(e) : " Did you mean " + String.join(" or ", near) + "?");
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
        String message = String.valueOf(e.getMessage());
        if (e instanceof UserException user) {
            err.println("microbench: " + (quotesSnippets(user) ? message : Redaction.text(message))
                    + otherTool(parsed.originalArgs(), command).orElse(""));
            return user.exitStatus();
        }
        if (e instanceof UncheckedIOException) {
            err.println("microbench: " + Redaction.text(message));
            return ExitCode.USAGE;
        }
        err.println("microbench: a defect of the command itself: " + e);
        e.printStackTrace(err);
        return ExitCode.FAILED;
    }

    /** Returns whether the message quotes snippets, which may have a variable named token; others quote settings and URLs. */
    private static boolean quotesSnippets(UserException e) {
        return e instanceof SnippetException || e instanceof CheckException;
    }

    /**
     * Returns a sentence on the first argument that is an option of another tool and none of the command: hyperfine, Criterion.rs,
     * BenchmarkDotNet or JMH, by the tables of the guide's page on other tools.
     */
    static Optional<String> otherTool(List<String> arguments, CommandLine command) {
        Set<String> own = command.getCommandSpec().optionsMap().keySet();
        List<String> foreign = arguments.stream()
                .takeWhile(argument -> !argument.equals("--"))
                .map(argument -> argument.split("=", 2)[0])
                .filter(name -> name.startsWith("-") && !own.contains(name))
                .toList();
        if (foreign.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> hints = hints();
        return foreign.stream().filter(hints::containsKey).findFirst().map(hints::get);
    }

    private static Map<String, String> hints() {
        Map<String, String> hints = new HashMap<>();
        String tool = "";
        for (String line : page().lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && row.group(2).equals("Here")) {
                tool = row.group(1);
            } else if (row.matches()) {
                String here = LINK.matcher(row.group(2)).replaceAll("$1").replace("`", "");
                for (MatchResult code : CODE.matcher(row.group(1)).results().toList()) {
                    hints.putIfAbsent(code.group(1), sentence(code.group(1), tool, here));
                }
            }
        }
        return hints;
    }

    private static String sentence(String option, String tool, String here) {
        return " " + option + " of " + tool
                + (here.startsWith(NONE)
                        ? " has no counterpart: " + here.substring(NONE.length())
                        : " is here: " + here);
    }

    private static String page() {
        try (InputStream page = Errors.class.getResourceAsStream(PAGE)) {
            return page == null ? "" : new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(PAGE + " cannot be read from the jar of the command (" + e + ")", e);
        }
    }
}
