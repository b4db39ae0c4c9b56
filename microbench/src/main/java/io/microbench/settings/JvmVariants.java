// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses variants: JDKs by version, home or command, and JVM arguments as {@code NAME=ARGS}.
 *
 * <p>All methods throw {@link IllegalArgumentException} for invalid text. Its message begins with that text, says what is wrong
 * and what is expected, and has no full stop.
 */
public final class JvmVariants {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][\\w.+-]*");

    private static final Pattern PLAIN_WORD = Pattern.compile("[^\\s'\";]+");
    private static final char SEPARATOR = ';';

    private JvmVariants() {}

    /**
     * Returns a variant for each JDK, without arguments; a single variant has no name.
     *
     * @param requested arguments of {@link InstalledJdks#find}, each once
     * @param installed searches JDKs, which takes time
     */
    public static List<JvmVariant> jvms(List<String> requested, Supplier<InstalledJdks> installed) {
        if (requested.isEmpty()) {
            return List.of();
        }
        InstalledJdks known = installed.get();
        Map<String, Jdk> byText = new LinkedHashMap<>();
        for (String text : requested) {
            if (byText.put(text, known.find(text)) != null) {
                throw new IllegalArgumentException(text + " is given twice. Remove one of them");
            }
        }
        List<JvmVariant> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        byText.forEach((text, jdk) -> {
            String brief =
                    Files.exists(Path.of(text)) ? String.valueOf(jdk.home().getFileName()) : text;
            String name = byText.size() == 1 ? "" : names.add(brief) ? brief : text;
            all.add(new JvmVariant(name, Optional.of(jdk), List.of()));
        });
        return all;
    }

    /**
     * Returns arguments by their names, in the given order.
     *
     * @param requested each {@code NAME=ARGS}, such as {@code zgc=-XX:+UseZGC -Xmx1g}; quotes preserve blanks
     */
    public static Map<String, List<String>> arguments(List<String> requested) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String variant : requested) {
            int equals = variant.indexOf('=');
            String name = equals < 0 ? "" : variant.substring(0, equals).strip();
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(variant
                        + ": expected a name (letters, digits, . _ + -) with JVM arguments, such as"
                        + " zgc='-XX:+UseZGC', or without, as in plain=");
            }
            if (all.put(name, words(variant, variant.substring(equals + 1))) != null) {
                throw new IllegalArgumentException(name + " is given twice: names must be unique");
            }
        }
        return all;
    }

    private static List<String> words(String variant, String text) {
        try {
            return Words.of(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(variant + ": " + e.getMessage() + ". Close it", e);
        }
    }

    /** Returns all combinations of JVMs and arguments; if one list is empty, returns the other. */
    public static List<JvmVariant> all(List<JvmVariant> jvms, Map<String, List<String>> arguments) {
        List<JvmVariant> first = jvms.isEmpty() ? List.of(new JvmVariant("", Optional.empty(), List.of())) : jvms;
        if (arguments.isEmpty()) {
            return jvms;
        }
        List<JvmVariant> all = new ArrayList<>();
        for (JvmVariant jvm : first) {
            arguments.forEach((name, words) ->
                    all.add(new JvmVariant(jvm.isNamed() ? jvm.name() + " " + name : name, jvm.jdk(), words)));
        }
        return all;
    }

    /** Returns the parts of a setting between semicolons outside of quotes; quotes are kept, blank parts are not. */
    public static List<String> items(String text) {
        List<String> items = new ArrayList<>();
        int from = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == SEPARATOR) {
                items.add(text.substring(from, i));
                from = i + 1;
            }
        }
        items.add(text.substring(from));
        return items.stream().map(String::strip).filter(item -> !item.isEmpty()).toList();
    }

    /** Formats arguments so that {@link #items} and {@link #arguments} can parse them. */
    public static String text(Map<String, List<String>> arguments) {
        return arguments.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
                .collect(Collectors.joining(String.valueOf(SEPARATOR)));
    }

    /** Formats words so that they are parsed as the same words. */
    public static String text(List<String> words) {
        return words.stream().map(JvmVariants::quoted).collect(Collectors.joining(" "));
    }

    public static String quoted(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\"'\"'") + "'";
    }

    /**
     * A JVM and its arguments, with a name.
     *
     * @param name unique name; empty only for a single variant without arguments
     * @param jdk the JDK; empty for the default one
     * @param arguments the arguments of the JVM, after all others
     */
    public record JvmVariant(String name, Optional<Jdk> jdk, List<String> arguments) {

        /** The parameter that names the variant in case ids. */
        public static final String PARAMETER = "variant";

        public JvmVariant {
            arguments = List.copyOf(arguments);
        }

        /** Returns whether the variant has a name, which is then part of the names of its cases. */
        public boolean isNamed() {
            return !name.isEmpty();
        }
    }
}
