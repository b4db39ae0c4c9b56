// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command for a {@link SnippetHost}, sent as a line.
 *
 * @param kind what to do
 * @param run {@link Kind#OPEN}: identifies the run; the same for all its hosts
 * @param lockWait {@link Kind#OPEN}: how long to wait for other runs on the machine; if empty, no lock is taken
 * @param order {@link Kind#PREPARE}: what to run
 */
record SnippetCommand(Kind kind, String run, Optional<Duration> lockWait, Optional<ForkOrder> order) {

    enum Kind {
        OPEN,
        /** Starts a fork, which warms up and pauses. */
        PREPARE,
        GO,
        /** Requests the results and ends the fork; allowed at any time after PREPARE. */
        STOP
    }

    static SnippetCommand open(String run, Optional<Duration> lockWait) {
        return new SnippetCommand(Kind.OPEN, run, lockWait, Optional.empty());
    }

    static SnippetCommand prepare(ForkOrder order) {
        return new SnippetCommand(Kind.PREPARE, "", Optional.empty(), Optional.of(order));
    }

    static SnippetCommand of(Kind kind) {
        return new SnippetCommand(kind, "", Optional.empty(), Optional.empty());
    }

    /**
     * The task of a fork on a node.
     *
     * @param classes class files of the snippet in Base64, by file name
     */
    record ForkOrder(
            int number,
            Map<String, String> classes,
            Map<String, String> inputs,
            int workers,
            Duration warmup,
            List<String> arguments) {

        ForkOrder {
            classes = Map.copyOf(classes);
            inputs = Map.copyOf(inputs);
            arguments = List.copyOf(arguments);
        }
    }
}
