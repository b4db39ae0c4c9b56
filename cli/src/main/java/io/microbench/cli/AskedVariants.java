// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.compare.Build;
import io.microbench.process.CheckJvm;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.InstalledJdks;
import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.settings.JvmVariants;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.snippet.Question.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Reads the options of variants; a mistake in one of them is an error that names the option. */
record AskedVariants(VariantOptions options) {

    static final String JVMS = "microbench.jvms";
    static final String VARIANTS = "microbench.variants";

    /** Returns the variants, all arguments in each JVM; none if no option names any. */
    List<JvmVariant> read() {
        Map<String, List<String>> arguments = arguments();
        return JvmVariants.all(
                named(VariantOptions.JVM, () -> JvmVariants.jvms(options.jvms, InstalledJdks::here)), arguments);
    }

    /** Returns the same for snippets. */
    List<Variant> ofSnippets() {
        return read().stream().map(AskedVariants::variant).toList();
    }

    private static Variant variant(JvmVariant jvm) {
        return new Variant(
                jvm.name(),
                jvm.jdk().filter(jdk -> !isRunning(jdk)).map(Jdk::java),
                jvm.jdk().map(Jdk::feature).orElse(Variant.HERE.feature()),
                jvm.arguments());
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

    /** Returns the same as settings of a suite, once it is known that they can be used. */
    Map<String, String> settings() {
        read();
        Map<String, String> settings = new LinkedHashMap<>();
        if (!options.jvms.isEmpty()) {
            settings.put(
                    JVMS,
                    String.join(
                            ";", options.jvms.stream().map(JvmVariants::quoted).toList()));
        }
        if (!options.variants.isEmpty()) {
            settings.put(VARIANTS, JvmVariants.text(arguments()));
        }
        return settings;
    }

    private Map<String, List<String>> arguments() {
        return named(VariantOptions.VARIANT, () -> JvmVariants.arguments(options.variants));
    }

    private static <T> T named(String option, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(option + " " + e.getMessage() + ".");
        }
    }

    /** The two ways in which one build is measured and compared with itself: the first variant is the baseline. */
    record ComparedVariants(List<JvmVariant> both) {

        private static final String JVM_ARGS = "microbench.jvmArgs";

        /** Reads the options, and starts each JVM once to check that it works. */
        static ComparedVariants of(VariantOptions options) {
            List<JvmVariant> all = new AskedVariants(options).read();
            if (all.size() != 2) {
                throw new ConfigurationException("--jvm and --variant name "
                        + (all.size() == 1 ? "one variant" : all.size() + " variants (" + names(all) + ")")
                        + ", but a comparison needs two: the first is the baseline. Expected two --jvm, or two --variant in"
                        + " one --jvm, or one --variant in two. To measure more, use microbench run.");
            }
            all.forEach(CheckJvm::require);
            return new ComparedVariants(all);
        }

        private static String names(List<JvmVariant> all) {
            return all.stream().map(JvmVariant::name).collect(Collectors.joining(", "));
        }

        /** Returns the build as it is measured on one side: 0 for the baseline, 1 for the candidate. */
        Build side(int side, Build build, Map<String, String> ofBoth) {
            JvmVariant variant = both.get(side);
            Map<String, String> settings = new TreeMap<>();
            variant.jdk()
                    .map(Jdk::java)
                    .map(Path::toString)
                    .ifPresent(java -> settings.put(AskedVariants.JVMS, JvmVariants.quoted(java)));
            if (!variant.arguments().isEmpty()) {
                // After those of both sides, so that they take precedence.
                String common = ofBoth.getOrDefault(JVM_ARGS, "");
                settings.put(JVM_ARGS, (common + " " + JvmVariants.text(variant.arguments())).strip());
            }
            return build.measured(name(variant), settings);
        }

        /** Returns the name of a variant; a number alone would not show that it is the version of a JDK. */
        private static String name(JvmVariant variant) {
            return variant.jdk().isPresent() && Character.isDigit(variant.name().charAt(0))
                    ? "JDK " + variant.name()
                    : variant.name();
        }
    }

    /** The options that name the JVMs of which each measures every snippet or case; nothing of the harness is loaded to read them. */
    static final class VariantOptions {

        static final String JVM = "--jvm";
        static final String VARIANT = "--variant";

        @Option(
                names = JVM,
                paramLabel = "JDK",
                description =
                        "Measures in this JVM: a version such as 17 that is found on this machine, the home of a JDK, or"
                                + " its java command. With several each snippet or case is measured in each.")
        List<String> jvms = new ArrayList<>();

        @Option(
                names = VARIANT,
                paramLabel = "NAME='ARGS'",
                description =
                        "Measures with these JVM arguments, under a name: zgc='-XX:+UseZGC'. With several each snippet or"
                                + " case is measured with each, in each --jvm.")
        List<String> variants = new ArrayList<>();

        boolean areGiven() {
            return !jvms.isEmpty() || !variants.isEmpty();
        }
    }
}
