/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.history.HistoryException;
import io.microbench.judge.JudgeException;
import io.microbench.plan.ConfigurationException;
import io.microbench.result.UnreadableRunException;
import io.microbench.run.PreflightException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;

/** Listens to the engine and keeps what makes the suite red. */
final class SuiteTally implements EngineExecutionListener {

    private final List<String> messages = new ArrayList<>();
    private final Set<SuiteStatus> seen = EnumSet.noneOf(SuiteStatus.class);

    @Override
    public synchronized void executionFinished(TestDescriptor node, TestExecutionResult result) {
        if (result.getStatus() != TestExecutionResult.Status.FAILED) {
            return;
        }
        Optional<Throwable> cause = result.getThrowable();
        if (cause.filter(ReferredException.class::isInstance).isPresent()) {
            // What stands in the way of the whole run was told with its first class.
            return;
        }
        SuiteStatus status = cause.map(thrown -> status(node, thrown)).orElse(SuiteStatus.FAILED);
        seen.add(status);
        messages.add(
                switch (status) {
                    case UNUSABLE -> message(cause);
                    // With its stack trace and the tail of its output it stands above, where it happened.
                    case FAILED ->
                        name(node) + ": " + message(cause).lines().findFirst().orElse("");
                    default -> name(node) + ": " + message(cause);
                });
    }

    private static SuiteStatus status(TestDescriptor node, Throwable cause) {
        if (cause instanceof WorseThanExpectedError) {
            return SuiteStatus.WORSE;
        }
        boolean unusable = cause instanceof ConfigurationException
                || cause instanceof PreflightException
                || cause instanceof JudgeException
                || cause instanceof UnreadableRunException
                || isNoPlaceForTheRun(node, cause);
        return unusable ? SuiteStatus.UNUSABLE : SuiteStatus.FAILED;
    }

    /** Returns whether a class could not begin because nothing can be kept; later on something has been measured. */
    private static boolean isNoPlaceForTheRun(TestDescriptor node, Throwable cause) {
        return node instanceof ClassNode
                && (cause instanceof HistoryException || cause instanceof UncheckedIOException);
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

    /** Returns what people are told at the end, one message for each case that is red. */
    synchronized List<String> messages() {
        return List.copyOf(messages);
    }

    /** Returns how it all ended; of several things the one that weighs most. */
    synchronized SuiteStatus status() {
        return List.of(SuiteStatus.WORSE, SuiteStatus.FAILED, SuiteStatus.UNUSABLE).stream()
                .filter(seen::contains)
                .findFirst()
                .orElse(SuiteStatus.FINE);
    }
}
