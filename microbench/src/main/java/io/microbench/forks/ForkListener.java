// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.result.IterationResult;

/** Receives the events of a fork; called from threads of the harness, one call at a time for each fork. */
public interface ForkListener {

    /** A listener that ignores all events. */
    ForkListener NONE = new ForkListener() {};

    /** Called when an iteration begins. */
    default void started() {}

    /** Called when an iteration, warm-up or measured, has ended. */
    default void iteration(IterationResult iteration) {}

    /** Called when the fork printed a line. */
    default void printed(String line) {}
}
