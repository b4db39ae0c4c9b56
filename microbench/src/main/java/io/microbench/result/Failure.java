// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.Printable;
import io.microbench.text.Redaction;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Describes why a fork has no result; secrets are masked, see {@link Redaction}.
 *
 * @param message the root cause in one line
 * @param stackTrace the stack trace as received from the fork; empty if there is none
 * @param command the fork's command line; empty for a case inside the host
 * @param outputTail the last lines that the fork printed
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Failure(Kind kind, String message, String stackTrace, List<String> command, List<String> outputTail) {

    public enum Kind {
        /** The benchmark, its set-up or its tear-down threw an exception. */
        THREW,
        OUT_OF_MEMORY,
        /** The benchmark exited the JVM. */
        EXITED,
        /** An iteration exceeded its time-out and the fork was killed. */
        TIMED_OUT,
        /** The JVM did not start, for example because of an invalid argument or a missing class. */
        NOT_STARTED,
        /** The JVM crashed or was killed by a signal. */
        CRASHED,
        /** The fork delivered fewer iterations than planned. */
        INCOMPLETE,
        /** The run was stopped while the fork was running. */
        STOPPED,
        /** Other processes used the processors for too much of the fork's time. */
        NO_QUIET_TIME,
        /** The fork was killed because the time budget of the run was exhausted. */
        OUT_OF_TIME,
        /** The fork was not started because the benchmark's result differs from a result that must be equal. */
        DIFFERENT_RESULTS,
        /**
         * The host or node was lost during the fork; or it was lost later, and the case was measured again on a
         * different node.
         */
        NODE_LOST
    }

    public Failure {
        message = Printable.line(Redaction.text(message));
        stackTrace = Redaction.text(stackTrace);
        command = Redaction.arguments(command);
        outputTail = Redaction.lines(outputTail);
    }

    /** Creates a failure without stack trace, command line and output. */
    public static Failure of(Kind kind, String message) {
        return new Failure(kind, message, "", List.of(), List.of());
    }
}
