// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.compare.Build;
import io.microbench.process.CheckJvm;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.InstalledJdks;
import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.settings.JvmVariants;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.snippet.Question.Variant;
import io.microbench.text.Counted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options for JVMs, each of which measures every snippet or case. Reading them loads no harness classes. Error
 * messages name the option.
 */
final class VariantOptions implements OptionOwner {

    private static final String JVMS = "microbench.jvms";
    private static final String VARIANTS = "microbench.variants";
    private static final String JVM_ARGS = "microbench.jvmArgs";

    static final String JVM = "--jvm";
    static final String VARIANT = "--variant";

    List<String> jvms = new ArrayList<>();

    List<String> variants = new ArrayList<>();

    @Override
    public CommandSpec addTo(CommandSpec command) {
        PlainOptions options = new PlainOptions(command);
        options.list(
                JVM + "=JDK",
                "Measures in this JVM: a version such as 17 that is found on this machine, the home of a JDK, or"
                        + " its java command. With several, each snippet or case is measured in each of them.",
                given -> jvms = given);
        options.list(
                VARIANT + "=NAME='ARGS'",
                "Measures with these JVM arguments, under a name: zgc='-XX:+UseZGC'. With several sets, each snippet"
                        + " or case is measured with each, in each --jvm.",
                given -> variants = given);
        return command;
    }

    boolean areGiven() {
        return !jvms.isEmpty() || !variants.isEmpty();
    }

    /** Returns the variants, each JVM with each set of arguments; empty if no option is given. */
    List<JvmVariant> read() {
        Map<String, List<String>> arguments = arguments();
        return JvmVariants.all(named(JVM, () -> JvmVariants.jvms(jvms, InstalledJdks::here)), arguments);
    }

    /** Returns the variants of snippets. */
    List<Variant> ofSnippets() {
        return areGiven() ? read().stream().map(VariantOptions::variant).toList() : List.of();
    }

    private static Variant variant(JvmVariant jvm) {
        return new Variant(
                jvm.name(),
                jvm.jdk().filter(jdk -> !isRunning(jdk)).map(Jdk::java),
                jvm.jdk().map(Jdk::feature).orElse(Variant.HERE.feature()),
                jvm.arguments());
    }

    /** Returns whether the command runs on this JDK; forks then start faster, from its class archive. */
    private static boolean isRunning(Jdk jdk) {
        try {
            return jdk.home()
                    .toRealPath()
                    .equals(Path.of(System.getProperty("java.home")).toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the variants as settings of a suite, after checking that they can be used. */
    Map<String, String> settings() {
        read();
        Map<String, String> settings = new LinkedHashMap<>();
        if (!jvms.isEmpty()) {
            settings.put(
                    JVMS,
                    String.join(";", jvms.stream().map(JvmVariants::quoted).toList()));
        }
        if (!variants.isEmpty()) {
            settings.put(VARIANTS, JvmVariants.text(arguments()));
        }
        return settings;
    }

    private Map<String, List<String>> arguments() {
        return named(VARIANT, () -> JvmVariants.arguments(variants));
    }

    private static <T> T named(String option, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(option + " " + e.getMessage() + ".");
        }
    }

    /**
     * Returns the two variants in which a build is measured and compared with itself; the first is the baseline. Starts each JVM once
     * to check that it works.
     */
    List<JvmVariant> compared() {
        List<JvmVariant> all = read();
        if (all.size() != 2) {
            throw new ConfigurationException("--jvm and --variant name " + Counted.of(all.size(), "variant")
                    + ", but a comparison needs two: the first is the baseline. Expected two --jvm, or two --variant in"
                    + " one --jvm, or one --variant in two. To measure more, use microbench run.");
        }
        all.forEach(CheckJvm::require);
        return all;
    }

    /** Returns a build with the JVM and arguments of a variant. */
    static Build measured(JvmVariant variant, Build build, Map<String, String> ofBoth) {
        Map<String, String> settings = new TreeMap<>();
        variant.jdk()
                .ifPresent(
                        jdk -> settings.put(JVMS, JvmVariants.quoted(jdk.java().toString())));
        if (!variant.arguments().isEmpty()) {
            // The variant's arguments follow the arguments of both sides, so that they take precedence.
            String common = ofBoth.getOrDefault(JVM_ARGS, "");
            settings.put(JVM_ARGS, (common + " " + JvmVariants.text(variant.arguments())).strip());
        }
        // A bare number would not be recognized as the version of a JDK.
        boolean isVersion =
                variant.jdk().isPresent() && Character.isDigit(variant.name().charAt(0));
        return build.measured(isVersion ? "JDK " + variant.name() : variant.name(), settings);
    }
}
