/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Describes forks of which nothing came back. */
final class LostForks {

    private LostForks() {}

    /**
     * What is known of a fork that was started.
     *
     * @param node where it was started
     * @param start when
     * @param end when it was known that nothing comes back
     */
    record Begun(PairFork fork, String node, Instant start, Instant end) {

        /** Returns what is in the record in the place of what it would have delivered. */
        ForkReport report(Failure.Kind kind, String why) {
            return new ForkReport(
                    ForkResult.builder(fork.turn().pair())
                            .start(start.truncatedTo(ChronoUnit.MILLIS))
                            .end(end.truncatedTo(ChronoUnit.MILLIS))
                            .node(Optional.of(node))
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
}
