// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.NearestName;
import io.microbench.snippet.CheckException;
import io.microbench.snippet.SnippetException;
import io.microbench.text.Redaction;
import io.microbench.text.UserException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error in one line, with a stack trace only for internal errors. */
record Errors(PrintStream err) implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** No option has a digit, a blank or a parenthesis in its name. */
    private static final Pattern DASHED_CODE = Pattern.compile("-{1,2}([^-A-Za-z]|[^=]*[ (\\d]).*", Pattern.DOTALL);

    /** The parser's list of accepted words, which are the names of constants. */
    private static final Pattern WORDS = Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\)");

    /** The compiler's error message for an undeclared variable in a snippet. */
    private static final Pattern UNDECLARED =
            Pattern.compile("(?m)^snippet, .*: variable ((?!given$|result$)[a-z]\\w*)$");

    /** The compiler's error message for a package that is not on the class path. */
    private static final Pattern UNKNOWN_PACKAGE = Pattern.compile("(?m): package [\\w.]+ does not exist$");

    /** The end of an error message about a class of the JDK that is not imported. */
    private static final Pattern UNIMPORTED = Pattern.compile("(?m); it requires the import (\\S+)$");

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String message = WORDS.matcher(Redaction.text(String.valueOf(e.getMessage())))
                .replaceFirst(words -> "expected one of " + words.group(1).toLowerCase(Locale.ROOT))
                .replaceFirst("is not an int$", "is not a whole number")
                .replace("option option", "option")
                .replace("should be in KEY=*** format", "should be in NAME=VALUE format");
        List<String> near = e instanceof UnmatchedArgumentException unmatched ? near(unmatched) : List.of();
        String advice = foreign(e, arguments)
                .map(replacement -> " Use " + replacement + ".")
                .orElseGet(() -> near.isEmpty() ? dashed(e) : " Did you mean " + String.join(" or ", near) + "?");
        err.println("microbench: " + message + (message.endsWith(".") || message.endsWith("?") ? "" : ".") + advice);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    /** Returns similar names. The parser only finds those that begin with the same two letters. */
    private static List<String> near(UnmatchedArgumentException e) {
        String word = e.getUnmatched().get(0).replaceFirst("(?s)=.*", "");
        return word.startsWith("--") && e.getSuggestions().isEmpty()
                ? e.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
                        .filter(option -> option.startsWith("--") && NearestName.distance(word, option) <= 2)
                        .toList()
                : e.getSuggestions();
    }

    /**
     * Returns the replacement for an option of another tool. That option may look like an option of this command with a
     * value: {@code -wi}.
     */
    private static Optional<String> foreign(ParameterException e, String... arguments) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        Stream<String> words = e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().stream().limit(1)
                : Stream.of(arguments);
        return words.flatMap(word -> ForeignOptions.replacement(word, command).stream())
                .findFirst();
    }

    /** Returns advice for a snippet that looks like an option. */
    private static String dashed(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                        && DASHED_CODE.matcher(unmatched.getUnmatched().get(0)).matches()
                ? " Put a snippet that begins with a dash after all options and --: -- '"
                        + unmatched.getUnmatched().get(0) + "'"
                : "";
    }

    private static Optional<String> advice(String message, ParseResult parsed) {
        Matcher undeclared = UNDECLARED.matcher(message);
        if (undeclared.find()) {
            return Optional.of(declaration(undeclared.group(1), parsed));
        }
        String imports = UNIMPORTED
                .matcher(message)
                .results()
                .map(unimported -> "--import '" + unimported.group(1) + "'")
                .distinct()
                .collect(Collectors.joining(" "));
        if (!imports.isEmpty()) {
            return Optional.of("Add " + imports + ".");
        }
        return UNKNOWN_PACKAGE.matcher(message).find()
                ? Optional.of("Add its jar or folder with --classpath, or its library with " + LibraryOptions.DEPS
                        + " GROUP:ARTIFACT:VERSION.")
                : Optional.empty();
    }

    /** Returns how to declare a variable, which a hook of another snippet may already declare. */
    private static String declaration(String name, ParseResult parsed) {
        Pattern word = Pattern.compile("\\b" + Pattern.quote(name) + "\\b");
        return Stream.of("--init", "--init-worker")
                .filter(option -> parsed.hasMatchedOption(option)
                        && parsed.matchedOption(option).originalStringValues().stream()
                                .anyMatch(code -> word.matcher(code).find()))
                .findFirst()
                .map(option -> "The " + option + " that names " + name
                        + " belongs to another snippet: the k-th " + option
                        + " belongs to the k-th snippet. Add its code to the " + option + " of this one.")
                .orElse("Declare it, for example with --init-worker 'double " + name + " = 2'.");
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof UserException user) {
            err.println("microbench: " + (quotesSnippets(user) ? message : Redaction.text(message)));
            if (command.getCommandSpec().findOption("--init-worker") != null) {
                advice(message, parsed).ifPresent(err::println);
            }
            return user.exitStatus();
        }
        if (e instanceof UncheckedIOException) {
            err.println("microbench: " + Redaction.text(message));
            return ExitCode.USAGE;
        }
        err.println("microbench: internal error: " + e);
        e.printStackTrace(err);
        return ExitCode.FAILED;
    }

    /**
     * Returns whether the message quotes snippets. Snippets are not redacted, because they may contain a variable named
     * token; other messages quote settings and URLs.
     */
    private static boolean quotesSnippets(UserException e) {
        return e instanceof SnippetException || e instanceof CheckException;
    }
}
