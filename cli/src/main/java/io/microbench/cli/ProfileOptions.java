// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.profile.ProfilerGround;
import io.microbench.settings.Profiling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The option that names profilers; nothing of the harness is loaded to read it. */
final class ProfileOptions {

    static final String NAME = "--profile";

    @Option(
            names = NAME,
            paramLabel = "PROFILER[,...]",
            description =
                    "Runs one more fork with each of these profilers, not part of any score: gc, stack, jfr and async"
                            + " with flame graphs, perf, perfnorm, perfasm, or another of JMH's; with options as in stack:lines=3. May be"
                            + " given several times.")
    List<String> profilers = new ArrayList<>();

    boolean areGiven() {
        return !profilers.isEmpty();
    }

    /** Returns what was given as settings of a suite; a profiler that is unknown or cannot work here is an error. */
    Map<String, String> settings(LibraryOptions libraries, boolean nodes, Consumer<String> note) {
        SnippetQuestion.conflict(NAME, areGiven(), "--nodes", nodes);
        Map<String, String> settings = new LinkedHashMap<>();
        if (areGiven()) {
            settings.put(Profiling.SETTING, String.join(",", profilers));
            new NamedProfilers(this, libraries, ProfilerGround.here(), note)
                    .library()
                    .ifPresent(file -> settings.put(Profiling.ASYNC_LIBRARY, file.toString()));
        }
        return settings;
    }

    /** Returns whether async-profiler is named, whose library comes from Maven's repositories. */
    boolean nameAsync() {
        return profilers.stream().anyMatch(list -> list.matches("(.*,\\s*)?async\\b.*"));
    }
}
