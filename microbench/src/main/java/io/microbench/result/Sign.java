// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/** Names a column of {@link IterationSigns}, for a look at all iterations of a fork without an object for each. */
public enum Sign {
    /** How long the iteration took, in seconds. */
    SECONDS,
    /** The share of that time in which its threads waited for a processor. */
    STARVATION,
    /** Seconds that the garbage collectors report for it. */
    COLLECTING,
    /** Seconds that the hypervisor kept back, over all processors. */
    STOLEN,
    /** Seconds for which the container's limit stopped the process. */
    THROTTLED,
    /** Seconds for which the JVM stopped all its threads. */
    STOPPED
}
