// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.text.Durations;
import java.time.Duration;

/** How long clients of replicated stores wait for an answer before an operation fails. */
public final class AnswerTimeout {

    /** The system property that names it. */
    public static final String PROPERTY = "store.timeout";

    private static final String DEFAULT = "10s";
    private static final Duration LEAST = Duration.ofSeconds(1);

    /** The longest that is accepted. */
    public static final Duration MOST = Duration.ofMinutes(10);

    private AnswerTimeout() {}

    /**
     * Returns the value of {@link #PROPERTY}, 10 seconds where that is not set.
     *
     * @throws IllegalArgumentException if it is no time from a second to ten minutes
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
            // It is not a time at all.
        }
        throw new IllegalArgumentException(
                PROPERTY + " = \"" + text + "\": accepted is a time from 1s to 10min, such as 30s");
    }
}
