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

/** What the members of ZooKeeper in one JVM share: their settings that are properties of the system, and their counters. */
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
     * Makes the settings for one more member.
     *
     * @throws IOException if a member of another durability lives in this JVM
     */
    static synchronized ZooKeeperJvm enter(Durability durability) throws IOException {
        for (ZooKeeperJvm other : LIVE) {
            if (other.durability != durability) {
                throw new IOException("durability = \"" + durability.word() + "\": a member of ZooKeeper with \""
                        + other.durability.word() + "\" lives in this JVM, and " + FORCE
                        + " holds for all of them; start the member in a JVM of its own");
            }
        }
        prepare();
        // Read when the log of a member is opened.
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
        // No HTTP server, and none of the commands of four letters that can be switched off.
        System.setProperty("zookeeper.admin.enableServer", "false");
        System.setProperty("zookeeper.4lw.commands.whitelist", "");
        // Instead of 64 MiB for each log that is begun.
        System.setProperty("zookeeper.preAllocSize", PREALLOCATED_KIB);
        ServerMetrics.metricsProviderInitialized(new DefaultMetricsProvider());
        prepared = true;
    }

    private static long allForces() {
        return ((AvgMinMaxCounter) ServerMetrics.getMetrics().FSYNC_TIME).getCount();
    }

    /** Returns how often the member's log was forced since it entered; empty if another member was in this JVM meanwhile. */
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
