// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.settings.JvmVariants.JvmVariant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of the JVMs and arguments that every case is measured with, and of the reference among them. */
public final class VariantSettings {

    public static final Setting<List<JvmVariant>> JVMS = new Setting<>(
            "microbench.jvms",
            "JDKs separated by semicolons, each a version that is found on the machine, a home, or a java command",
            SettingParsers::jvms,
            Optional.empty(),
            "the annotations",
            "The JVM of the forks. With several (17;25) each measures every case, with variant=17 in its name.");

    public static final Setting<Map<String, List<String>>> VARIANTS = new Setting<>(
            "microbench.variants",
            "NAME=ARGS, several separated by semicolons; quotes keep blanks and semicolons",
            SettingParsers::variants,
            Optional.empty(),
            "none",
            "Named sets of JVM arguments, after all others: g1=-XX:+UseG1GC;zgc=-XX:+UseZGC. Each measures every case in each of microbench.jvms, with variant=g1 in its name.");

    public static final Setting<String> REFERENCE = new Setting<>(
                    "microbench.reference",
                    "a method, parameter=value, threads=n, or the name of a variant",
                    SettingParsers::name,
                    Optional.empty(),
                    "none",
                    "Adds a column to the table on the console that relates each case to this one.")
            .option("NAME", "--reference");

    private VariantSettings() {}
}
