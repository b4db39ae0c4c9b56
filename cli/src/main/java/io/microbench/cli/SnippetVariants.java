/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.environment.InstalledJdks;
import io.microbench.environment.InstalledJdks.Jdk;
import io.microbench.plan.ConfigurationException;
import io.microbench.snippet.Question.Variant;
import io.microbench.text.Words;
import java.io.IOException;
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

/** Reads the options of the JVMs that measure snippets. */
final class SnippetVariants {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][\\w.+-]*");

    private final VariantOptions options;

    SnippetVariants(VariantOptions options) {
        this.options = options;
    }

    /** Returns the variants, all arguments in each JVM; none where nothing is asked for. */
    List<Variant> read() {
        return read(InstalledJdks::here);
    }

    /**
     * Returns the variants.
     *
     * @param installed looks for JDKs, which takes time
     */
    List<Variant> read(Supplier<InstalledJdks> installed) {
        List<Variant> all = new ArrayList<>();
        Map<String, List<String>> arguments = arguments();
        for (Variant jvm : jvms(installed)) {
            if (arguments.isEmpty()) {
                all.add(jvm);
            }
            arguments.forEach((name, words) -> all.add(new Variant(
                    jvm.name().isEmpty() ? name : jvm.name() + " " + name, jvm.java(), jvm.feature(), words)));
        }
        return options.areGiven() ? all : List.of();
    }

    private List<Variant> jvms(Supplier<InstalledJdks> installed) {
        if (options.jvms.isEmpty()) {
            return List.of(Variant.HERE);
        }
        InstalledJdks known = installed.get();
        Map<String, Jdk> byText = new LinkedHashMap<>();
        for (String text : options.jvms) {
            if (byText.put(text, found(known, text)) != null) {
                throw new ConfigurationException(
                        VariantOptions.JVM + " " + text + " is given twice. Each is measured once: leave it out.");
            }
        }
        List<Variant> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        byText.forEach((text, jdk) -> {
            String brief =
                    Files.exists(Path.of(text)) ? String.valueOf(jdk.home().getFileName()) : text;
            String name = byText.size() == 1 ? "" : names.add(brief) ? brief : text;
            Optional<Path> java = isRunning(jdk) ? Optional.empty() : Optional.of(jdk.java());
            all.add(new Variant(name, java, jdk.feature(), List.of()));
        });
        return all;
    }

    private static Jdk found(InstalledJdks known, String text) {
        try {
            return known.find(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(VariantOptions.JVM + " " + e.getMessage() + ".");
        }
    }

    /** A fork in the JVM of the command starts sooner, from its archive. */
    private static boolean isRunning(Jdk jdk) {
        try {
            return jdk.home()
                    .toRealPath()
                    .equals(Path.of(System.getProperty("java.home")).toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    private Map<String, List<String>> arguments() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String variant : options.variants) {
            int equals = variant.indexOf('=');
            String name = equals < 0 ? "" : variant.substring(0, equals);
            if (!NAME.matcher(name).matches()) {
                throw new ConfigurationException(VariantOptions.VARIANT + " " + variant
                        + ": accepted is a name (letters, digits, . _ + -) with JVM arguments, such as"
                        + " zgc='-XX:+UseZGC', or without, as in plain=.");
            }
            if (all.put(name, words(variant, variant.substring(equals + 1))) != null) {
                throw new ConfigurationException(
                        VariantOptions.VARIANT + " " + name + " is given twice: each needs a name of its own.");
            }
        }
        return all;
    }

    private static List<String> words(String variant, String text) {
        try {
            return Words.of(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    VariantOptions.VARIANT + " " + variant + ": " + e.getMessage() + ". Close it.");
        }
    }
}
