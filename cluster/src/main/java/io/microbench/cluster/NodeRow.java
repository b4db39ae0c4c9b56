// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Cluster.NodeSample;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/**
 * The activity of a node of a cluster at one time. Numbers are NaN if they are unknown or the node did not answer.
 *
 * @param cpuPercent processor time of its JVM since the previous row, in percent of one processor; without forks
 * @param load the load average of its machine in the last minute
 * @param heapBytes used heap of its JVM
 * @param threads the number of threads of its JVM
 * @param job what the node measures, empty text while it is idle; empty if it did not answer
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record NodeRow(
        Instant time,
        String node,
        double cpuPercent,
        double load,
        double heapBytes,
        double threads,
        Optional<String> job) {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /**
     * Asks all nodes of a cluster once a second, and passes a row for each to the handler, on the calling thread.
     *
     * @param settings the settings for joining nodes, such as {@code microbench.join}
     * @param rows may end the watch by throwing an exception
     * @param end ends the watch when it is counted down
     * @throws RuntimeException if the nodes cannot be joined; its message contains the reason
     */
    public static void watch(Map<String, String> settings, Consumer<NodeRow> rows, CountDownLatch end)
            throws InterruptedException {
        Map<Member, NodeSample> before = new HashMap<>();
        try (Cluster cluster = Cluster.join(NodeSettings.of(settings).guest())) {
            do {
                for (Member member : NodeSettings.nodes(cluster)) {
                    Optional<NodeSample> sample = sample(cluster, member);
                    rows.accept(of(member.name(), Optional.ofNullable(before.get(member)), sample));
                    sample.ifPresent(found -> before.put(member, found));
                }
            } while (!end.await(1, TimeUnit.SECONDS));
        }
    }

    private static Optional<NodeSample> sample(Cluster cluster, Member member) {
        try {
            return Optional.of(cluster.sample(member, PATIENCE));
        } catch (ClusterException e) {
            return Optional.empty();
        }
    }

    static NodeRow of(String node, Optional<NodeSample> before, Optional<NodeSample> now) {
        double none = Double.NaN;
        return now.map(sample -> new NodeRow(
                        Instant.now(),
                        node,
                        before.map(last -> cpuPercent(last, sample)).orElse(none),
                        sample.load() < 0 ? none : sample.load(),
                        sample.heapBytes(),
                        sample.threads(),
                        Optional.of(sample.job())))
                .orElseGet(() -> new NodeRow(Instant.now(), node, none, none, none, none, Optional.empty()));
    }

    private static double cpuPercent(NodeSample before, NodeSample now) {
        double seconds = now.seconds() - before.seconds();
        return seconds > 0 ? (now.cpuSeconds() - before.cpuSeconds()) / seconds * 100 : Double.NaN;
    }
}
