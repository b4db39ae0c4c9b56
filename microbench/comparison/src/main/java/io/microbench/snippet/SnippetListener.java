// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.profile.ProfiledFork;
import io.microbench.profile.ProfilerPlan;
import io.microbench.result.CaseId;
import java.nio.file.Path;
import java.time.Instant;

/** Receives the progress of a measurement; called from several threads, one call at a time. */
public interface SnippetListener {

    /** Ignores all events. */
    SnippetListener NONE = new SnippetListener() {};

    /** A stage that was reached for the first time. */
    enum Stage {
        /** All snippets are compiled. */
        COMPILED,
        /** The first fork has begun its first iteration. */
        FORK_READY,
        /** The first iteration has delivered a number. */
        FIRST_NUMBER
    }

    /**
     * Reports the value of an iteration; of the warm-up, it is provisional.
     *
     * @param snippet the name of the snippet, with its inputs and, of several numbers of workers, its own
     * @param fork the fork's number, from 1
     * @param forks how many the snippet may get; more only for the sake of precision
     * @param part how much of the fork is done, from 0 to 1
     * @param nanos of one call by one worker
     * @param workers that ran at the same time
     * @param warmup whether the number will be thrown away
     */
    record Progress(String snippet, int fork, int forks, double part, double nanos, int workers, boolean warmup) {}

    /** A number has come in. */
    default void progress(Progress progress) {}

    /** A stage was reached. */
    default void stage(Stage stage, Instant when) {}

    /** There is something to know about what is measured. */
    default void note(String text) {}

    /** A class was written for a snippet. */
    default void source(String snippet, String source) {}

    /** A snippet printed a line while it ran. */
    default void printed(String snippet, String line) {}

    /** A profiler has recorded a fork of a case with a name for people, or failed to; its files begin with {@code base}. */
    default void profiled(CaseId id, String name, ProfilerPlan profiler, ProfiledFork fork, Path base) {}
}
