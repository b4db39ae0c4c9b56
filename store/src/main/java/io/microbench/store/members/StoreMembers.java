// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.ChildNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The members of one replicated store, each on a node with a {@link StoreNodeService}. */
public final class StoreMembers implements AutoCloseable {

    private final MembersPlan plan;
    private final List<NodeMember> members = new ArrayList<>();

    private StoreMembers(MembersPlan plan) {
        this.plan = plan;
    }

    /**
     * Starts the members at the same time, and waits until a write through each of them can be read there.
     *
     * @param nodes at least as many as members
     * @throws IOException if one does not start or answer in time, with the reason; then all are stopped
     */
    public static StoreMembers start(MembersPlan plan, List<ChildNode> nodes, Duration patience) throws IOException {
        StoreMembers started = new StoreMembers(plan);
        try {
            for (int number = 1; number <= plan.places().size(); number++) {
                started.members.add(NodeMember.open(nodes.get(number - 1), plan, number));
            }
            new StoreReadiness(plan, started.members()).await(patience);
            return started;
        } catch (IOException | RuntimeException e) {
            try {
                started.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /** Returns the plan with which they were started. */
    public MembersPlan plan() {
        return plan;
    }

    /** Returns the members, by number. */
    public List<NodeMember> members() {
        return List.copyOf(members);
    }

    /** Returns the problem of the first member that has ended; empty if all are running. */
    public Optional<String> problem() {
        return NodeMember.firstProblem(members);
    }

    /**
     * Stops all members at the same time.
     *
     * @throws IOException if one did not stop normally
     */
    @Override
    public void close() throws IOException {
        members.forEach(NodeMember::stop);
        Closing.all(members);
    }
}
