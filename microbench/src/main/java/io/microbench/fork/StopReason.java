// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.Arrays;

/** Why a fork with a stop rule ends. Each reason has a number, as JMH only carries numbers to the host. */
public enum StopReason {
    /** The rule found the fork steady, and it was measured for long enough. */
    STEADY(1),
    /** The rule found that the fork does not become steady. */
    UNSTEADY(2),
    /** Its time is used up. */
    OUT_OF_TIME(3),
    /** Too few of its iterations were quiet. */
    NO_QUIET_TIME(4);

    private final int code;

    StopReason(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /**
     * Returns the reason with the given number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static StopReason of(double code) {
        return Arrays.stream(values())
                .filter(reason -> reason.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown stop reason " + code));
    }
}
