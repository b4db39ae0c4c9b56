// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.result.Failure;
import io.microbench.result.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the outcome of a fork with a profiler.
 *
 * @param delivered the result of the profiler; empty if it failed
 * @param failure why there is no result; empty if there is one
 */
public record ProfiledFork(Optional<Profiled> delivered, Optional<Failure> failure) {

    /**
     * Reads the result of a profiler, see {@link ProfilerPlan#read}.
     *
     * @param failure failure of the fork; if present, nothing is read
     */
    public static ProfiledFork read(
            ProfilerPlan profiler,
            Path base,
            Optional<Failure> failure,
            Map<String, Metric> secondary,
            Map<String, String> texts) {
        if (failure.isPresent()) {
            return failed(failure.get());
        }
        try {
            return new ProfiledFork(Optional.of(profiler.read(base, secondary, texts)), Optional.empty());
        } catch (IOException e) {
            return failed(Failure.of(Failure.Kind.INCOMPLETE, "its files cannot be written or read (" + e + ")."));
        }
    }

    private static ProfiledFork failed(Failure why) {
        return new ProfiledFork(Optional.empty(), Optional.of(why));
    }

    /** Returns whether the run was stopped meanwhile. */
    public boolean wasStopped() {
        return failure.filter(why -> why.kind() == Failure.Kind.STOPPED).isPresent();
    }
}
