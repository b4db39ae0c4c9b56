// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.result.IterationResult;

/** Receives the events of a fork; called from threads of the harness, one call at a time for each fork. */
public interface ForkListener {

    /** Ignores all events. */
    ForkListener NONE = new ForkListener() {};

    /** An iteration begins. */
    default void started() {}

    /** An iteration is over, of the warm-up or measured. */
    default void iteration(IterationResult iteration) {}

    /** The fork printed a line. */
    default void printed(String line) {}
}
