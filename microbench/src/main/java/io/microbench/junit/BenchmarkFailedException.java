// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.result.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a test fail because its benchmark failed.
 *
 * <p>Its stack trace is that of the fork, without the frames of JMH and of reflection, so that a report names the line of the
 * benchmark. Frames of the host are left out.
 */
final class BenchmarkFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Set<String> NOISE =
            Set.of("org.openjdk.jmh.", "java.util.concurrent.", "jdk.internal.reflect.", "java.lang.reflect.");

    BenchmarkFailedException(String message, Failure failure) {
        super(message, null, false, true);
        setStackTrace(frames(failure.stackTrace()).toArray(new StackTraceElement[0]));
    }

    /** Leaves out the host's frames, which are useless and slow to collect. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    private static List<StackTraceElement> frames(String text) {
        List<StackTraceElement> frames = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String stripped = line.strip();
            if (stripped.startsWith("Caused by:") && !frames.isEmpty()) {
                break;
            }
            if (stripped.startsWith("at ")) {
                frame(stripped.substring(3)).ifPresent(frames::add);
            }
        }
        return frames;
    }

    /** Parses {@code [loader/][module/]p.C.method(C.java:12)}. */
    private static Optional<StackTraceElement> frame(String text) {
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        String name = open < 0 ? "" : text.substring(text.lastIndexOf('/', open) + 1, open);
        int dot = name.lastIndexOf('.');
        if (dot < 0 || close < open) {
            return Optional.empty();
        }
        String type = name.substring(0, dot);
        if (type.contains(".jmh_generated.") || NOISE.stream().anyMatch(type::startsWith)) {
            return Optional.empty();
        }
        String place = text.substring(open + 1, close);
        int colon = place.lastIndexOf(':');
        String file = colon < 0 ? place : place.substring(0, colon);
        return Optional.of(new StackTraceElement(type, name.substring(dot + 1), file, line(place, colon)));
    }

    private static int line(String place, int colon) {
        try {
            return colon < 0 ? -1 : Integer.parseInt(place.substring(colon + 1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
