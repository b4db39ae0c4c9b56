// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.IOException;
import java.io.InputStream;
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

/** Translates options of hyperfine, Criterion.rs, BenchmarkDotNet and JMH by the tables of the guide's page on other tools. */
final class OtherToolsHint {

    private static final String PAGE = "other-tools.md";
    private static final Pattern ROW = Pattern.compile("\\| (.*?) \\| (.*) \\|");
    private static final Pattern CODE = Pattern.compile("`(-[^`\\s]+)[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final String NONE = "none: ";

    private OtherToolsHint() {}

    /** Returns a sentence on the first argument that is an option of another tool and none of the command. */
    static Optional<String> of(List<String> arguments, CommandLine command) {
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
        try (InputStream page = OtherToolsHint.class.getResourceAsStream(PAGE)) {
            return page == null ? "" : new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(PAGE + " cannot be read from the jar of the command (" + e + ")", e);
        }
    }
}
