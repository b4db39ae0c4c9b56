// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Duration;
import java.util.Optional;

/**
 * When messages are measured.
 *
 * @param warmup how long messages are sent before that, which are not
 * @param time how long messages are sent that are; empty for as long as it takes to send those that were asked for
 */
record Timing(Duration warmup, Optional<Duration> time) {

    /** From the first message to the last. */
    static final Timing NONE = new Timing(Duration.ZERO, Optional.empty());

    /** Returns how long messages are sent at least. */
    Duration least() {
        return warmup.plus(time.orElse(Duration.ZERO));
    }
}
