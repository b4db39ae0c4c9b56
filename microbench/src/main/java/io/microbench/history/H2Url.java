// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads where H2 keeps a database, as its manual, section "Database URL Overview", describes. */
final class H2Url {

    /** {@code jdbc:h2:[file:]PATH[;SETTINGS]}; a drive has one letter, any other word before a colon is another kind of store. */
    private static final Pattern EMBEDDED =
            Pattern.compile("jdbc:h2:(?:file:)?(?<path>(?![A-Za-z]{2,}:)[^;]+)(?<settings>;.*)?", Pattern.DOTALL);

    private H2Url() {}

    /**
     * Returns the path of a database that is a file of one process at a time, without H2's suffix; empty for any other URL,
     * among them {@code AUTO_SERVER=TRUE}, with which processes share a file.
     */
    static Optional<Path> file(String url) {
        Matcher matcher = EMBEDDED.matcher(url);
        if (!matcher.matches() || isShared(matcher.group("settings"))) {
            return Optional.empty();
        }
        String path = matcher.group("path");
        String home = path.startsWith("~") ? System.getProperty("user.home") + path.substring(1) : path;
        try {
            return Optional.of(Path.of(home).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            // H2 has the words for it.
            return Optional.empty();
        }
    }

    private static boolean isShared(@Nullable String settings) {
        return settings != null && settings.toUpperCase(Locale.ROOT).contains(";AUTO_SERVER=TRUE");
    }
}
