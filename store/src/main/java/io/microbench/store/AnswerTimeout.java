// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.text.Durations;
import java.time.Duration;

/** The time that clients of replicated stores wait for an answer before an operation fails. */
public final class AnswerTimeout {

    /** The system property that names it. */
    public static final String PROPERTY = "store.timeout";

    private static final String DEFAULT = "10s";
    private static final Duration LEAST = Duration.ofSeconds(1);

    /** The maximum value. */
    public static final Duration MOST = Duration.ofMinutes(10);

    private AnswerTimeout() {}

    /**
     * Returns the value of {@link #PROPERTY}, 10 seconds by default.
     *
     * @throws IllegalArgumentException if it is not a time from a second to ten minutes
     */
    public static Duration get() {
        return of(System.getProperty(PROPERTY, DEFAULT));
    }

    static Duration of(String text) {
        try {
            Duration timeout = Durations.parse(text);
            if (timeout.compareTo(LEAST) >= 0 && timeout.compareTo(MOST) <= 0) {
                return timeout;
            }
        } catch (IllegalArgumentException e) {
            // Not a time.
        }
        throw new IllegalArgumentException(
                PROPERTY + " = \"" + text + "\": expected a time from 1s to 10min, such as 30s");
    }
}
