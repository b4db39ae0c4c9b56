/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.profile.Profiled;
import io.microbench.result.Failure;
import java.util.Optional;

/**
 * What became of a fork with a profiler.
 *
 * @param delivered what the profiler recorded; empty where it failed
 * @param failure why there is nothing; empty where there is
 */
public record ProfiledFork(Optional<Profiled> delivered, Optional<Failure> failure) {

    static ProfiledFork of(Profiled delivered) {
        return new ProfiledFork(Optional.of(delivered), Optional.empty());
    }

    static ProfiledFork failed(Failure why) {
        return new ProfiledFork(Optional.empty(), Optional.of(why));
    }

    /** Returns whether the run was stopped meanwhile. */
    public boolean wasStopped() {
        return failure.filter(why -> why.kind() == Failure.Kind.STOPPED).isPresent();
    }
}
