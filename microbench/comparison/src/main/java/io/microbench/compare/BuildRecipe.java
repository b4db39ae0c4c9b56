// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import java.util.Optional;

/**
 * Describes how a revision is built and where its classes are, unless the project's Maven wrapper builds it.
 *
 * @param module the Maven module with the benchmarks, as a folder below the repository's root; if empty, the module of
 *     the working directory
 * @param command a shell command that builds the revision, run in its root
 * @param classes the class path of the built benchmarks, relative to the root
 */
public record BuildRecipe(Optional<String> module, Optional<String> command, Optional<String> classes) {

    /** Builds with the project's Maven wrapper. */
    public static final BuildRecipe MAVEN = new BuildRecipe(Optional.empty(), Optional.empty(), Optional.empty());
}
