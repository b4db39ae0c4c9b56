// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that names profilers; nothing of the harness is loaded to read it. */
final class ProfileOptions {

    static final String NAME = "--profile";

    @Option(
            names = NAME,
            paramLabel = "PROFILER[,...]",
            description =
                    "Runs one more fork with each of these profilers, which is in no score: gc, stack, jfr and async"
                            + " with flame graphs, perf, perfnorm, perfasm, or another of JMH's; with options as in stack:lines=3. May be"
                            + " given several times.")
    List<String> profilers = new ArrayList<>();

    /** Returns whether any profiler is named. */
    boolean areGiven() {
        return !profilers.isEmpty();
    }

    /** Returns whether async-profiler is named, whose library comes from Maven's repositories. */
    boolean nameAsync() {
        return profilers.stream().anyMatch(list -> list.matches("(.*,\\s*)?async\\b.*"));
    }
}
