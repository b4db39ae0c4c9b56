// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.Fixture;
import io.microbench.cluster.Cluster;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.ClusterFixture;
import io.microbench.cluster.Conversation;
import io.microbench.cluster.ConversationEnd;
import io.microbench.result.RecordJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the states of the members of a {@link StoreNodes}, inside a fork. */
public final class MemberStates implements AutoCloseable {

    private final Cluster cluster;
    private final List<Conversation> conversations = new ArrayList<>();

    private MemberStates(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Joins the nodes of the fixture.
     *
     * @throws IllegalStateException if the benchmark has no such fixture
     * @throws ClusterException if it cannot join
     */
    public static MemberStates join() {
        MemberStates states = new MemberStates(ClusterFixture.join());
        try {
            for (String node : Fixture.value("nodes").split(",", -1)) {
                states.conversations.add(states.open(node));
            }
            return states;
        } catch (RuntimeException e) {
            states.close();
            throw e;
        }
    }

    private Conversation open(String node) {
        return cluster.open(
                cluster.member(node)
                        .orElseThrow(() -> new IllegalStateException("Node " + node + " is no longer a member")),
                StoreNodeService.NAME,
                "");
    }

    /**
     * Returns the states of the members, by number.
     *
     * @throws IOException if one does not answer
     */
    public synchronized List<MemberState> all() throws IOException {
        List<MemberState> states = new ArrayList<>();
        try {
            for (Conversation conversation : conversations) {
                conversation.send(StoreNodeService.STATE);
            }
            for (Conversation conversation : conversations) {
                states.add(answer(conversation));
            }
            return states;
        } catch (ClusterException e) {
            throw new IOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted before all members reported their state", e);
        }
    }

    private static MemberState answer(Conversation conversation) throws IOException, InterruptedException {
        Optional<String> line = conversation.receive();
        if (line.isEmpty()) {
            throw new IOException("Node " + conversation.member() + " did not report the state of its member: "
                    + conversation.end().map(ConversationEnd::text).orElse("closed"));
        }
        return RecordJson.read(line.get(), MemberState.class).orElseThrow();
    }

    /**
     * Returns the forces of all members; empty if those of a member are unknown.
     *
     * @throws IOException if one does not answer
     */
    public OptionalLong forces() throws IOException {
        long sum = 0;
        for (MemberState state : all()) {
            if (state.forces().isEmpty()) {
                return OptionalLong.empty();
            }
            sum += state.forces().get();
        }
        return OptionalLong.of(sum);
    }

    /** Leaves the cluster of the nodes. */
    @Override
    public void close() {
        conversations.forEach(Conversation::close);
        cluster.close();
    }
}
