// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.zookeeper.metrics.impl.DefaultMetricsProvider;
import org.apache.zookeeper.server.ServerMetrics;
import org.apache.zookeeper.server.metric.AvgMinMaxCounter;

/** The state shared by the members of ZooKeeper in one JVM: counters, and settings that are system properties. */
final class ZooKeeperJvm {

    private static final String FORCE = "zookeeper.forceSync";
    private static final String PREALLOCATED_KIB = "4096";
    private static final List<ZooKeeperJvm> LIVE = new ArrayList<>();

    private static boolean prepared;

    private final Durability durability;
    private final long forcesBefore;
    private boolean shared;

    private ZooKeeperJvm(Durability durability) {
        this.durability = durability;
        this.forcesBefore = allForces();
    }

    /**
     * Applies the settings for another member.
     *
     * @throws IOException if a member with another durability runs in this JVM
     */
    static synchronized ZooKeeperJvm enter(Durability durability) throws IOException {
        for (ZooKeeperJvm other : LIVE) {
            if (other.durability != durability) {
                throw new IOException("durability = \"" + durability.word() + "\": a member of ZooKeeper with \""
                        + other.durability.word() + "\" runs in this JVM, and " + FORCE
                        + " applies to all of them; start the member in another JVM");
            }
        }
        prepare();
        // The property is read when the log of a member is opened.
        System.setProperty(FORCE, durability == Durability.SAFE ? "yes" : "no");
        ZooKeeperJvm entered = new ZooKeeperJvm(durability);
        LIVE.add(entered);
        LIVE.forEach(each -> each.shared |= LIVE.size() > 1);
        return entered;
    }

    private static void prepare() {
        if (prepared) {
            return;
        }
        QuietLog.install();
        // Disables the HTTP server, and four-letter commands as far as possible.
        System.setProperty("zookeeper.admin.enableServer", "false");
        System.setProperty("zookeeper.4lw.commands.whitelist", "");
        // The default is 64 MiB for each new log.
        System.setProperty("zookeeper.preAllocSize", PREALLOCATED_KIB);
        ServerMetrics.metricsProviderInitialized(new DefaultMetricsProvider());
        prepared = true;
    }

    private static long allForces() {
        return ((AvgMinMaxCounter) ServerMetrics.getMetrics().FSYNC_TIME).getCount();
    }

    /**
     * Returns the number of syncs of the member's log since its start; empty if another member has run in this JVM
     * since.
     */
    OptionalLong forces() {
        synchronized (ZooKeeperJvm.class) {
            return shared ? OptionalLong.empty() : OptionalLong.of(allForces() - forcesBefore);
        }
    }

    void leave() {
        synchronized (ZooKeeperJvm.class) {
            LIVE.remove(this);
        }
    }
}
