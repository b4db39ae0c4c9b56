// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The page of the guide that has the options of other tools, with our forms in code. */
final class OtherToolsPage {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");

    private OtherToolsPage() {}

    /** Returns everything in code that begins so. */
    static List<String> code(String begin) {
        return CODE.matcher(read("other-tools.md"))
                .results()
                .map(code -> code.group(1))
                .filter(code -> code.startsWith(begin))
                .toList();
    }

    /** Returns the arguments of each command, as a shell would take them apart. */
    static List<List<String>> commands() {
        return code("microbench ").stream()
                .map(command -> words(command.substring("microbench ".length())))
                .toList();
    }

    /** Returns the words of a command, as a shell would take them apart. */
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
