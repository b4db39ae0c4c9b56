// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.process.ChildProcess;
import io.microbench.process.OutputTail;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * The output of a process of etcd: mostly lines of JSON, and the output of a panic. It is not written to a file in its
 * folder, as the disk may be full.
 */
final class EtcdOutput {

    private static final int QUOTED_LINES = 5;
    private static final String TRACES = "goroutine ";
    private static final Pattern TRACE = Pattern.compile(",\"stacktrace\":\"[^\"]*\"");

    private final OutputTail tail = new OutputTail();
    private final CompletableFuture<String> end = new CompletableFuture<>();

    private boolean traces;

    private EtcdOutput() {}

    /** Reads the output of a process until its end. */
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

    /** Returns a future that completes at the end of the process, with its exit code and last lines. */
    CompletableFuture<String> end() {
        return end;
    }
}
