// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/** What a stop rule decides after an iteration. Indexes count the points of the fork from 0. */
public sealed interface Decision {

    /** Another iteration is wanted. */
    record Continue() implements Decision {}

    /**
     * The fork is steady and enough of it has been seen.
     *
     * @param from index of the first point that counts as measured; all before it are warm-up
     */
    record Done(int from) implements Decision {}

    /**
     * The fork has not become steady within what the rule allows; its data is kept and said to be unsteady.
     *
     * @param from index of the first point of the part that serves best as the fork's value
     */
    record Unsteady(int from) implements Decision {}
}
