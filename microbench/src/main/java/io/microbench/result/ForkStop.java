// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/**
 * Describes why an adaptively measured fork (without a fixed number of iterations) ended.
 *
 * @param rule name of its stop rule
 */
public record ForkStop(State state, String rule) {

    public enum State {
        /** It became steady and then ran long enough. */
        STEADY,
        /** It did not become steady within the limits of the rule; its score is based on its later part. */
        UNSTEADY,
        /** Its share of the time budget was exhausted before the rule had decided; its score is based on its later part. */
        OUT_OF_TIME,
        /** Other processes used the processors for too much of its time; it has no score. */
        NO_QUIET_TIME
    }
}
