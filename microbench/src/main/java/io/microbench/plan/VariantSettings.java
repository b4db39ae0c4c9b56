// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.variant.JvmVariant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of JVMs and arguments that every case is measured with, and of what they are held against. */
final class VariantSettings {

    static final Setting<List<JvmVariant>> JVMS = new Setting<>(
            "microbench.jvms",
            "JDKs separated by semicolons, each a version that is found on the machine, a home, or a java command",
            SettingParsers::jvms,
            Optional.empty(),
            "the annotations",
            "The JVM that forks run on; it beats the annotations. With several (17;25), each measures every case, as a case"
                    + " of its own with variant=17 in its name.");

    static final Setting<Map<String, List<String>>> VARIANTS = new Setting<>(
            "microbench.variants",
            "NAME=ARGS, several separated by semicolons; quotes keep blanks and semicolons",
            SettingParsers::variants,
            Optional.empty(),
            "none",
            "JVM arguments under names, behind all others: g1=-XX:+UseG1GC;zgc=-XX:+UseZGC. Every case is measured with each,"
                    + " in each of microbench.jvms, as a case of its own with variant=g1 in its name.");

    static final Setting<String> REFERENCE = new Setting<>(
                    "microbench.reference",
                    "a method, parameter=value, threads=n, or the name of a variant",
                    SettingParsers::name,
                    Optional.empty(),
                    "none",
                    "Adds a column to the table on the console that holds each case against this one of its kind.")
            .option("NAME", "--reference");

    private VariantSettings() {}
}
