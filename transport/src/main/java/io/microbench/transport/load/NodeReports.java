// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.Header;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/** Collects the reports of nodes, which use their own clocks. Guarded by the lock of its loop. */
final class NodeReports {

    private final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
    private int missing;
    private final IdentityHashMap<Connection, Long> messages = new IdentityHashMap<>();
    private final List<ReceiverReport> all = new ArrayList<>();

    /** Requests the reports of all nodes; the future completes when all have answered, or with a problem. */
    CompletableFuture<Optional<String>> ask(List<Connection> nodes) {
        missing = nodes.size();
        nodes.forEach(node -> node.send(Header.of(Header.Kind.REPORT_REQUEST, 0), ArrayContent.NONE));
        return end;
    }

    void add(Connection node, byte[] report, Histogram downloads) {
        try {
            ReceiverReport read = ReceiverReport.decode(report);
            downloads.add(read.downloads());
            all.add(read);
            messages.merge(node, read.messages(), Long::sum);
            if (--missing == 0) {
                end.complete(Optional.empty());
            }
        } catch (IOException e) {
            stop(e.toString());
        }
    }

    List<ReceiverReport> all() {
        return List.copyOf(all);
    }

    void stop(String problem) {
        end.complete(Optional.of(problem));
    }

    OptionalLong messages(List<Connection> nodes) {
        return messages.keySet().containsAll(nodes)
                ? OptionalLong.of(nodes.stream()
                        .mapToLong(node -> messages.getOrDefault(node, 0L))
                        .sum())
                : OptionalLong.empty();
    }

    long forget(Connection node) {
        Long arrived = messages.remove(node);
        return arrived == null ? 0 : arrived;
    }
}
