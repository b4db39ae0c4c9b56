// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.result.CaseId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;

/** Receives the progress of a measurement, from several threads, but never concurrently. */
public interface SnippetListener {

    SnippetListener NONE = new SnippetListener() {};

    /** Returns a listener that only passes on the lines that snippets print. */
    static SnippetListener printing(Consumer<String> output) {
        return new SnippetListener() {
            @Override
            public void printed(String snippet, String line) {
                output.accept(line);
            }
        };
    }

    /** A stage of a measurement, reported when it is first reached. */
    enum Stage {
        /** All snippets are compiled. */
        COMPILED,
        /** The first fork has begun its first iteration. */
        FORK_READY,
        /** The first iteration has a score. */
        FIRST_NUMBER
    }

    /**
     * The value of an iteration; provisional during warm-up.
     *
     * @param snippet the name of the snippet, with its inputs, and its number of workers if there are several
     * @param fork the fork's number, from 1
     * @param forks the maximum number of forks, unless more are needed for the precision
     * @param last whether this is the last iteration of the fork
     * @param nanos nanoseconds of one call by one worker
     * @param workers number of workers that ran at the same time
     * @param warmup whether the value will be discarded
     */
    record Progress(String snippet, int fork, int forks, boolean last, double nanos, int workers, boolean warmup) {}

    /** Receives the maximum number of forks of all snippets; not called if it is unknown. */
    default void planned(int forks) {}

    default void progress(Progress progress) {}

    default void stage(Stage stage, Instant when) {}

    default void note(String text) {}

    default void source(String snippet, String source) {}

    default void printed(String snippet, String line) {}

    /** Reports that a profiler has recorded a fork of a case, or failed; its files begin with {@code base}. */
    default void profiled(CaseId id, String name, ProfilerPlan profiler, ProfiledFork fork, Path base) {}
}
