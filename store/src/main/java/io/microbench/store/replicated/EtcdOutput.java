// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.process.ChildProcess;
import io.microbench.process.OutputTail;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * What a process of etcd prints: mostly a line of JSON for each message, and what a Go program prints that panics. Not in a file of its
 * folder, whose disk may be full.
 */
final class EtcdOutput {

    private static final int QUOTED_LINES = 5;
    private static final String TRACES = "goroutine ";
    private static final Pattern TRACE = Pattern.compile(",\"stacktrace\":\"[^\"]*\"");

    private final OutputTail tail = new OutputTail();
    private final CompletableFuture<String> end = new CompletableFuture<>();

    private boolean traces;

    private EtcdOutput() {}

    /** Reads what a process prints, until it ends. */
    static EtcdOutput of(Process process) {
        EtcdOutput output = new EtcdOutput();
        ChildProcess.read(process.getInputStream(), "etcd output", output::printed, () -> output.ended(process));
        return output;
    }

    private void printed(String line) {
        traces |= line.startsWith(TRACES);
        if (!traces && !line.isBlank()) {
            tail.add(TRACE.matcher(line).replaceAll(""));
        }
    }

    private void ended(Process process) {
        try {
            end.complete("etcd ended with exit code " + process.waitFor() + "; it printed last: " + last());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns its last lines, without stack traces. */
    String last() {
        List<String> lines = tail.lines();
        return lines.isEmpty()
                ? "nothing"
                : String.join("; ", lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size()));
    }

    /** Returns what completes once the process has ended, with its exit code and its last lines. */
    CompletableFuture<String> end() {
        return end;
    }
}
