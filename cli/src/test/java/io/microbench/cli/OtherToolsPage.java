// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the guide about options of other tools, with the equivalent options here as code. */
enum OtherToolsPage {
    OTHER_TOOLS("other-tools.md"),
    COMING_FROM("coming-from.md");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LISTING =
            Pattern.compile("(?ms)^```\\n\\$ (microbench (?:[^\\n]*\\\\\\n)*[^\\n]*)\\n(.*?)^```");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");

    private final String file;

    OtherToolsPage(String file) {
        this.file = file;
    }

    /**
     * An example of a page.
     *
     * @param command the command, with its name
     * @param output the lines of its output, where {@code ...} stands for omitted lines
     */
    record Listing(String command, List<String> output) {

        /** Returns the groups of lines between omitted ones, as text. */
        List<String> parts() {
            return Arrays.stream(String.join("\n", output).split("(?m)^\\.\\.\\.$\n?"))
                    .map(String::strip)
                    .filter(part -> !part.isEmpty())
                    .toList();
        }
    }

    List<Listing> listings() {
        return LISTING.matcher(read(file))
                .results()
                .map(found -> new Listing(
                        found.group(1).replace("\\\n", " "),
                        found.group(2).lines().toList()))
                .toList();
    }

    /** Returns all code that begins with the given text. */
    List<String> code(String begin) {
        return CODE.matcher(BLOCK.matcher(read(file)).replaceAll(""))
                .results()
                .map(code -> code.group(1))
                .filter(code -> code.startsWith(begin))
                .toList();
    }

    /** Returns the arguments of each command in code, as split by a shell. */
    List<List<String>> commands() {
        return arguments(code("microbench ").stream());
    }

    /** Returns the arguments of each command in an example. */
    List<List<String>> examples() {
        return arguments(listings().stream().map(Listing::command));
    }

    private static List<List<String>> arguments(Stream<String> commands) {
        return commands.map(command -> words(command.substring("microbench ".length())))
                .toList();
    }

    /** Returns the words of a command, as split by a shell. */
    static List<String> words(String command) {
        return WORD.matcher(command)
                .results()
                .map(MatchResult::group)
                .map(word -> word.replace("'", ""))
                .toList();
    }

    static String read(String page) {
        try {
            return Files.readString(Path.of("..", "src", "docs", page));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
