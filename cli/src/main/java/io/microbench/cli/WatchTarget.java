// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.compare.Build;
import io.microbench.settings.ConfigurationException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the command line asks to watch: a case of a suite, which exists as a jar or a folder, or else a snippet. */
sealed interface WatchTarget {

    /** A case: the benchmarks, and the pattern that chooses it. */
    record Case(Build build, String glob) implements WatchTarget {}

    /** A snippet. */
    record Snippet(String text) implements WatchTarget {}

    /** Matches what looks like a path and could otherwise only be a division: target/classes, lib/*. */
    Pattern PATH = Pattern.compile("[\\w.~-]*(/[\\w.*-]+)+/?|.*\\.jar");

    /**
     * Parses the target.
     *
     * @param words of the command line, without options
     * @param here what relative paths start from
     * @param declaresNothing whether no option declares a name, so that a path cannot be a division
     * @throws ConfigurationException if it is neither
     */
    static WatchTarget of(List<String> words, Path here, boolean declaresNothing) {
        if (words.isEmpty()) {
            throw new ConfigurationException(
                    "Say what to watch: a snippet such as 'com.acme.Codec.encode(input)', a .java"
                            + " file, or a jar or folder of benchmarks and one of its cases.");
        }
        String first = words.get(0);
        boolean path = declaresNothing && PATH.matcher(first).matches() && !first.endsWith(".java");
        if (isThere(first, here) || path) {
            Build build = Build.ofClassPath(first, here);
            if (words.size() != 2) {
                throw new ConfigurationException(first + " is a suite, and one case of it can be watched"
                        + (words.size() == 1 ? "" : ", not " + (words.size() - 1)) + ": 'microbench watch " + first
                        + " *Codec.encode:size=1024'. 'microbench list " + first + "' names them.");
            }
            return new Case(build, words.get(1));
        }
        if (words.size() > 1) {
            throw new ConfigurationException("One snippet can be watched, and there are " + words.size()
                    + ". For a case of a suite the first is a jar or a folder, and there is no \"" + first + "\".");
        }
        return new Snippet(first);
    }

    /** Returns whether a jar, a folder, or an entry of a class path exists. */
    private static boolean isThere(String text, Path here) {
        return Stream.of(text.split(Pattern.quote(File.pathSeparator), -1))
                .filter(entry -> !entry.isBlank() && !entry.endsWith(".java"))
                .anyMatch(entry -> {
                    try {
                        return Files.exists(here.resolve(entry.replaceFirst("/\\*$", "")));
                    } catch (InvalidPathException e) {
                        return false;
                    }
                });
    }
}
