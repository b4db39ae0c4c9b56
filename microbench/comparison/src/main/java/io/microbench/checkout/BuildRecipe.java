// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.checkout;

import java.util.Optional;

/**
 * Describes how a revision is built and where its classes are, for what the project's Maven wrapper does not know.
 *
 * @param module the Maven module with the benchmarks, as a folder below the repository's root; that of the working
 *     directory where empty
 * @param command a shell command that builds the revision, run in its root
 * @param classes the class path of the built benchmarks, relative to the root
 */
public record BuildRecipe(Optional<String> module, Optional<String> command, Optional<String> classes) {

    /** Leaves all to the project's Maven wrapper. */
    public static final BuildRecipe MAVEN = new BuildRecipe(Optional.empty(), Optional.empty(), Optional.empty());
}
