// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.history.HistoryException;
import io.microbench.text.UserException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;

/** Collects the failures that the engine reports, and the status of the suite. */
final class SuiteTally implements EngineExecutionListener {

    private final List<String> messages = new ArrayList<>();
    private final Set<SuiteStatus> seen = EnumSet.noneOf(SuiteStatus.class);
    private boolean measured;
    private Optional<String> skipped = Optional.empty();

    @Override
    public synchronized void executionStarted(TestDescriptor node) {
        measured |= node.isTest();
    }

    @Override
    public synchronized void executionSkipped(TestDescriptor node, String reason) {
        if (skipped.isEmpty() && !reason.equals(Execution.LISTED_ONLY)) {
            skipped = Optional.of(name(node) + ": " + reason);
        }
    }

    @Override
    public synchronized void executionFinished(TestDescriptor node, TestExecutionResult result) {
        if (result.getStatus() != TestExecutionResult.Status.FAILED) {
            return;
        }
        Optional<Throwable> cause = result.getThrowable();
        if (cause.filter(ReferredException.class::isInstance).isPresent()) {
            // An obstacle to the whole run was already reported with the first class.
            return;
        }
        SuiteStatus status = cause.map(thrown -> status(node, thrown)).orElse(SuiteStatus.FAILED);
        seen.add(status);
        messages.add(
                switch (status) {
                    case UNUSABLE -> message(cause);
                    // Its stack trace and the tail of its output were printed when it happened.
                    case FAILED ->
                        name(node) + ": " + message(cause).lines().findFirst().orElse("");
                    default -> name(node) + ": " + message(cause);
                });
    }

    private static SuiteStatus status(TestDescriptor node, Throwable cause) {
        if (cause instanceof WorseThanExpectedError) {
            return SuiteStatus.WORSE;
        }
        if (cause instanceof HistoryException || cause instanceof UncheckedIOException) {
            // A class fails before its cases if its run cannot be stored; later failures follow measurements.
            return node instanceof ClassNode ? SuiteStatus.UNUSABLE : SuiteStatus.FAILED;
        }
        return cause instanceof UserException user ? SuiteStatus.of(user) : SuiteStatus.FAILED;
    }

    private static String message(Optional<Throwable> cause) {
        return cause.map(c -> c.getMessage() == null ? c.toString() : c.getMessage())
                .orElse("failed");
    }

    private static String name(TestDescriptor node) {
        return node.getParent()
                .filter(parent -> !parent.isRoot())
                .map(parent -> parent.getLegacyReportingName() + "." + node.getDisplayName())
                .orElse(node.getLegacyReportingName());
    }

    /** Returns the messages printed at the end, one for each failed case, or one if every case was skipped. */
    synchronized List<String> messages() {
        return messages.isEmpty() && !measured
                ? skipped.map(first -> "Nothing was measured: every case was skipped, " + first).stream()
                        .toList()
                : List.copyOf(messages);
    }

    /** Returns the most severe status: worse, then failed, then unusable. */
    synchronized SuiteStatus status() {
        return List.of(SuiteStatus.WORSE, SuiteStatus.FAILED, SuiteStatus.UNUSABLE).stream()
                .filter(seen::contains)
                .findFirst()
                .orElse(measured || skipped.isEmpty() ? SuiteStatus.FINE : SuiteStatus.UNUSABLE);
    }
}
