// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/**
 * Describes why an adaptively measured fork (without a fixed number of iterations) ended.
 *
 * @param state why it ended
 * @param rule name of the stop rule that watched it
 */
public record ForkStop(State state, String rule) {

    public enum State {
        /** It became steady and ran long enough after that. */
        STEADY,
        /** It did not become steady within the limits of the rule; its score is from its later part. */
        UNSTEADY,
        /** Its share of the time was over before the rule had decided; its score is from its later part. */
        OUT_OF_TIME,
        /** Other processes used the processors for too much of its time; it has no score. */
        NO_QUIET_TIME
    }
}
