// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RunNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A fork that was started and has delivered nothing yet.
 *
 * @param place where it was started
 * @param node what is known of that node; empty for this machine
 * @param start when
 */
record BegunFork(PairFork fork, String place, Optional<RunNode> node, Instant start) {

    /**
     * Returns the report of the fork if it delivers nothing.
     *
     * @param now when that was known
     */
    ForkReport failed(Failure.Kind kind, String why, Instant now) {
        return new ForkReport(
                ForkResult.builder(fork.turn().pair())
                        .start(start.truncatedTo(ChronoUnit.MILLIS))
                        .end(now.truncatedTo(ChronoUnit.MILLIS))
                        .node(node.map(RunNode::name))
                        .failure(Optional.of(Failure.of(kind, why)))
                        .build(),
                Optional.empty(),
                Map.of());
    }

    /** Returns the fork in words. */
    String text() {
        return String.format(
                Locale.ROOT,
                "fork %d of the %s of %s",
                fork.turn().pair(),
                fork.side().label(),
                fork.paired().id().text());
    }
}
