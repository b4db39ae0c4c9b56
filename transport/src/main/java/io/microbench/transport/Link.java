// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.time.Duration;

/**
 * The properties of a relayed link, in each direction.
 *
 * @param delay of each segment or datagram, 0 or more
 * @param jitter the maximum deviation of a delay, uniformly distributed; at most the delay
 * @param loss the share of segments or datagrams that are lost, 0 to 1
 * @param seed the seed of jitter and loss
 */
public record Link(Duration delay, Duration jitter, double loss, long seed) {

    /** A link that changes nothing. */
    public static final Link PERFECT = new Link(Duration.ZERO, Duration.ZERO, 0, 0);

    public Link {
        if (delay.isNegative() || jitter.isNegative() || jitter.compareTo(delay) > 0 || !(loss >= 0 && loss <= 1)) {
            throw new IllegalArgumentException("Invalid link: " + delay + ", " + jitter + ", " + loss);
        }
    }
}
