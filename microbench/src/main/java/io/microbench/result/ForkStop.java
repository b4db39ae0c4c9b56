// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/**
 * Describes how a fork ended that was measured for as long as it needed, not for a fixed number of iterations.
 *
 * @param state why it ended
 * @param rule name of the stop rule that watched it
 */
public record ForkStop(State state, String rule) {

    /** Why a fork ended. */
    public enum State {
        /** It became steady, and enough was seen of it. */
        STEADY,
        /** It did not become steady within what the rule allows; its later part stands for it. */
        UNSTEADY,
        /** Its share of the time was used up before the rule had decided; its later part stands for it. */
        OUT_OF_TIME,
        /** Others had the processors for too much of its time; it has no score. */
        NO_QUIET_TIME
    }
}
