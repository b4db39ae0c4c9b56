// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Duration;
import java.util.Optional;

/**
 * Defines when messages are measured.
 *
 * @param warmup how long messages are sent before the measured ones
 * @param time how long measured messages are sent; empty until the requested number is sent
 */
record Timing(Duration warmup, Optional<Duration> time) {

    static final Timing NONE = new Timing(Duration.ZERO, Optional.empty());

    /** Returns the minimum time in which messages are sent. */
    Duration least() {
        return warmup.plus(time.orElse(Duration.ZERO));
    }
}
