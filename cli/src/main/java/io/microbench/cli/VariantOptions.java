// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that name the JVMs of which each measures every snippet or case; nothing of the harness is loaded to read them. */
final class VariantOptions {

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
