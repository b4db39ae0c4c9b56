// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.result.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a test fail because its benchmark failed.
 *
 * <p>Its stack trace is the fork's, without the frames of JMH and of reflection, so that a report names the line of the
 * benchmark. Frames of the host are left out.
 */
final class BenchmarkFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Set<String> NOISE =
            Set.of("org.openjdk.jmh.", "java.util.concurrent.", "jdk.internal.reflect.", "java.lang.reflect.");

    /** {@code at [loader/][module/]p.C.method(C.java:12)}. */
    private static final Pattern FRAME =
            Pattern.compile("\\s*at (?:[^(]*/)?([^(]+)\\.([^.(]+)\\(([^:)]*)(?::(\\d{1,9})?[^)]*)?\\).*");

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
            if (line.startsWith("Caused by:") && !frames.isEmpty()) {
                break;
            }
            Matcher frame = FRAME.matcher(line);
            if (frame.matches() && !isNoise(frame.group(1))) {
                int number = frame.group(4) == null ? -1 : Integer.parseInt(frame.group(4));
                frames.add(new StackTraceElement(frame.group(1), frame.group(2), frame.group(3), number));
            }
        }
        return frames;
    }

    private static boolean isNoise(String type) {
        return type.contains(".jmh_generated.") || NOISE.stream().anyMatch(type::startsWith);
    }
}
