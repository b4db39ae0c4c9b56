// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.variant;

import io.microbench.variant.InstalledJdks.Jdk;
import java.util.List;
import java.util.Optional;

/**
 * A JVM and arguments for it, under a name.
 *
 * @param name no other variant has it; empty only where there is no other and it has no arguments
 * @param jdk the JDK; empty for the one that is used anyway
 * @param arguments for the JVM, behind all others
 */
public record JvmVariant(String name, Optional<Jdk> jdk, List<String> arguments) {

    /** The parameter that has the name of the variant in the ids of cases. */
    public static final String PARAMETER = "variant";

    public JvmVariant {
        arguments = List.copyOf(arguments);
    }

    /** Returns whether cases are told apart by it. */
    public boolean isNamed() {
        return !name.isEmpty();
    }
}
