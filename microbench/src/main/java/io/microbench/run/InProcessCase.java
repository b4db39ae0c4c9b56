// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * A case that runs inside the JVM of the harness.
 *
 * @param before the threads that were running before the case began
 */
record InProcessCase(PlannedCase planned, Set<Thread> before) {

    private static final String RUNTIME = Runtime.class.getName();

    static InProcessCase begin(PlannedCase planned) {
        return new InProcessCase(planned, Thread.getAllStackTraces().keySet());
    }

    /** Returns the place where a thread of the case called {@code System.exit}; empty if this JVM ends for another reason. */
    Optional<StackTraceElement> exitCall() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> !before.contains(thread.getKey()))
                .flatMap(thread -> caller(thread.getValue()).stream())
                .filter(place -> !place.getClassName().startsWith(BenchmarkRun.class.getName()))
                .findFirst();
    }

    private static Optional<StackTraceElement> caller(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .dropWhile(frame -> !frame.getClassName().equals(RUNTIME)
                        || !frame.getMethodName().equals("exit"))
                .filter(frame -> !frame.getClassName().equals(RUNTIME)
                        && !frame.getClassName().equals(System.class.getName()))
                .findFirst()
                // The name of the class loader is omitted.
                .map(frame -> new StackTraceElement(
                        frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber()));
    }
}
