// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.raft.ELECTION;

/**
 * The election of JGroups-raft, fixed to end with its channel: the original continues forever if it has no leader yet
 * and a majority is still in its view, also if it was started by a view that arrived while the channel was closing.
 */
final class RaftElection extends ELECTION {

    private volatile boolean stopped;

    RaftElection() {
        setId(ClassConfigurator.getProtocolId(ELECTION.class));
    }

    @Override
    public void start() throws Exception {
        stopped = false;
        super.start();
    }

    @Override
    public void stop() {
        stopped = true;
        super.stop();
    }

    @Override
    protected void runVotingProcess() {
        if (stopped) {
            // The original's condition for the end.
            Thread.currentThread().interrupt();
        }
        super.runVotingProcess();
    }
}
