// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.settings.InstalledJdks.Jdk;
import java.util.List;
import java.util.Optional;

/**
 * A JVM and its arguments, with a name.
 *
 * @param name unique name; empty only for a single variant without arguments
 * @param jdk the JDK; empty for the default one
 * @param arguments for the JVM, after all others
 */
public record JvmVariant(String name, Optional<Jdk> jdk, List<String> arguments) {

    /** The parameter with the name of the variant in ids of cases. */
    public static final String PARAMETER = "variant";

    public JvmVariant {
        arguments = List.copyOf(arguments);
    }

    /** Returns whether it distinguishes cases. */
    public boolean isNamed() {
        return !name.isEmpty();
    }
}
