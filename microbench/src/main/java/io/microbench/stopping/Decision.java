// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/** The decision of a stop rule after an iteration. Indexes count the points of the fork from 0. */
public sealed interface Decision {

    /** Another iteration is needed. */
    record Continue() implements Decision {}

    /**
     * The fork is steady and has been measured for long enough.
     *
     * @param from index of the first point that counts as measured; all before it are warm-up
     */
    record Done(int from) implements Decision {}

    /**
     * The fork has not become steady within the limits of the rule; its data is kept and marked as unsteady.
     *
     * @param from index of the first point of the part that best represents the fork's value
     */
    record Unsteady(int from) implements Decision {}
}
