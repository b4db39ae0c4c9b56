// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.compare.Build;
import io.microbench.environment.CheckJvm;
import io.microbench.plan.ConfigurationException;
import io.microbench.text.Redaction;
import io.microbench.text.ShellWord;
import io.microbench.variant.InstalledJdks;
import io.microbench.variant.InstalledJdks.Jdk;
import io.microbench.variant.JvmVariant;
import io.microbench.variant.JvmVariants;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The two ways in which one build is measured and compared with itself: the first variant is the baseline. */
final class ComparedVariants {

    private static final String JVM_ARGS = "microbench.jvmArgs";

    private final VariantOptions options;
    private final List<JvmVariant> both;

    private ComparedVariants(VariantOptions options, List<JvmVariant> both) {
        this.options = options;
        this.both = both;
    }

    /**
     * Reads the options, and starts each JVM once to check that it works.
     *
     * @throws ConfigurationException if they do not name two variants
     */
    static ComparedVariants of(VariantOptions options) {
        List<JvmVariant> all = new AskedVariants(options).read(InstalledJdks::here);
        if (all.size() != 2) {
            throw new ConfigurationException("--jvm and --variant name "
                    + (all.size() == 1 ? "one variant" : all.size() + " variants (" + names(all) + ")")
                    + ", but a comparison needs two: the first is the baseline. Expected two --jvm, or two --variant in"
                    + " one --jvm, or one --variant in two. To measure more, use microbench run.");
        }
        all.forEach(CheckJvm::require);
        return new ComparedVariants(options, all);
    }

    private static String names(List<JvmVariant> all) {
        return all.stream().map(JvmVariant::name).collect(Collectors.joining(", "));
    }

    /**
     * Returns the build as it is measured on one side.
     *
     * @param side 0 for the baseline, 1 for the candidate
     * @param ofBoth the settings of both sides
     */
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

    /** Returns the options to be given again, without secrets. */
    String again() {
        List<String> words = new ArrayList<>();
        options.jvms.forEach(jvm -> words.add(VariantOptions.JVM + " " + ShellWord.quote(jvm)));
        JvmVariants.arguments(options.variants)
                .forEach((name, arguments) -> words.add(VariantOptions.VARIANT + " "
                        + ShellWord.quote(name + "=" + JvmVariants.text(Redaction.arguments(arguments)))));
        return String.join(" ", words);
    }
}
