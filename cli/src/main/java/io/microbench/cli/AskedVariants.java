// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.ConfigurationException;
import io.microbench.settings.InstalledJdks;
import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.settings.JvmVariant;
import io.microbench.settings.JvmVariants;
import io.microbench.snippet.Question.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads the options of variants; a mistake in one of them is an error that names the option. */
final class AskedVariants {

    /** The setting of {@code --jvm}. */
    static final String JVMS = "microbench.jvms";

    /** The setting of {@code --variant}. */
    static final String VARIANTS = "microbench.variants";

    private final VariantOptions options;

    AskedVariants(VariantOptions options) {
        this.options = options;
    }

    /**
     * Returns the variants, all arguments in each JVM; none if no option names any.
     *
     * @param installed looks for JDKs, which takes time
     * @throws ConfigurationException if one of them cannot be used
     */
    List<JvmVariant> read(Supplier<InstalledJdks> installed) {
        Map<String, List<String>> arguments = arguments();
        return JvmVariants.all(named(VariantOptions.JVM, () -> JvmVariants.jvms(options.jvms, installed)), arguments);
    }

    /** Returns the same for snippets. */
    List<Variant> ofSnippets() {
        return read(InstalledJdks::here).stream().map(AskedVariants::variant).toList();
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
        read(InstalledJdks::here);
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
}
