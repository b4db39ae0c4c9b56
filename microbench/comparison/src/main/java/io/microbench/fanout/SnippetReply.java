// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import java.util.List;
import java.util.Optional;

/**
 * An answer of a {@link SnippetHost}, sent as a line.
 *
 * @param kind what it reports
 * @param environment {@link Kind#OPENED}: the environment of its forks
 * @param readings {@link Kind#MEASURED}: the counts, the first at the start; empty if the fork did not start
 * @param fork {@link Kind#ENDED}: the result of the fork
 * @param problem {@link Kind#PROBLEM}: why it cannot carry out the command, for the user
 */
record SnippetReply(
        Kind kind,
        Optional<Environment> environment,
        List<CallCount> readings,
        Optional<ForkResult> fork,
        Optional<String> problem) {

    enum Kind {
        OPENED,
        READY,
        STARTED,
        MEASURED,
        ENDED,
        PROBLEM
    }

    SnippetReply {
        readings = List.copyOf(readings);
    }

    static SnippetReply of(Kind kind) {
        return new SnippetReply(kind, Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    static SnippetReply opened(Environment environment) {
        return new SnippetReply(Kind.OPENED, Optional.of(environment), List.of(), Optional.empty(), Optional.empty());
    }

    static SnippetReply measured(List<CallCount> readings) {
        return new SnippetReply(Kind.MEASURED, Optional.empty(), readings, Optional.empty(), Optional.empty());
    }

    static SnippetReply ended(ForkResult fork) {
        return new SnippetReply(Kind.ENDED, Optional.empty(), List.of(), Optional.of(fork), Optional.empty());
    }

    static SnippetReply problem(String text) {
        return new SnippetReply(Kind.PROBLEM, Optional.empty(), List.of(), Optional.empty(), Optional.of(text));
    }

    /**
     * The number of calls that a node had counted at one time.
     *
     * @param nanos time on the clock of the node, which has an arbitrary origin
     * @param calls completed calls of all its workers
     */
    record CallCount(long nanos, long calls) {}
}
