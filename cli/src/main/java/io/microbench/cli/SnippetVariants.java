// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.snippet.Question.Variant;
import io.microbench.variant.InstalledJdks;
import io.microbench.variant.InstalledJdks.Jdk;
import io.microbench.variant.JvmVariant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Reads the options of the JVMs that measure snippets. */
final class SnippetVariants {

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
        return new AskedVariants(options)
                .read(installed).stream().map(SnippetVariants::variant).toList();
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
}
