// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.Fixture;
import io.microbench.cluster.Cluster;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.ClusterFixture;
import io.microbench.cluster.Conversation;
import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.cluster.Service.SampledService;
import io.microbench.result.RecordJson;
import io.microbench.store.Backends;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Runs a member of a replicated store on a node, for as long as the conversation lasts, and reports its state.
 *
 * <p>A conversation that is opened with a {@link MemberOrder} starts the member; the answer is {@value #STARTED} once
 * it is ready. The member stops on {@value #STOP} or when the conversation ends. If the member fails, the conversation
 * ends with the reason. A conversation that is opened without an order reads the state of the running member. In both
 * cases, the answer to each line {@value #STATE} is a {@link MemberState}. The metrics of the member are sampled
 * together with those of its JVM.
 */
public final class StoreNodeService implements SampledService {

    static final String NAME = "store-member";
    static final String STARTED = "started";
    static final String STATE = "state";
    static final String STOP = "stop";

    private final Backends backends;

    /** Creates the service; called by the node. */
    public StoreNodeService() {
        this(Backends.of(StoreNodeService.class.getClassLoader(), System.err::println));
    }

    StoreNodeService(Backends backends) {
        this.backends = backends;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Double> numbers() {
        return HostedMember.current().map(HostedMember::numbers).orElse(Map.of());
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws IOException, InterruptedException {
        if (arguments.isEmpty()) {
            answer(conversation, StoreNodeService::running);
            return;
        }
        MemberOrder order = MemberOrder.read(arguments);
        try (HostedMember member = HostedMember.start(order, backends)) {
            member.whenFailed(reason -> conversation.fail(new IOException(reason)));
            conversation.send(STARTED);
            answer(conversation, () -> member);
        }
    }

    private static HostedMember running() {
        return HostedMember.current()
                .orElseThrow(() -> new IllegalStateException("no member of a store runs on this node"));
    }

    private static void answer(Conversation conversation, Supplier<HostedMember> member) throws InterruptedException {
        for (Optional<String> line = conversation.receive(); line.isPresent(); line = conversation.receive()) {
            switch (line.get()) {
                case STATE -> conversation.send(RecordJson.line(member.get().state()));
                case STOP -> {
                    return;
                }
                default ->
                    throw new IllegalArgumentException(
                            "\"" + line.get() + "\" was sent to a member; expected one of " + STATE + ", " + STOP);
            }
        }
    }

    /**
     * The state of a member at one time.
     *
     * @param leads the value of {@link Member#leads}
     * @param forces the value of {@link Member#forces}
     * @param diskBytes the size of the files in its folder
     * @param pids the ids of the process of its node and of its processes outside that JVM
     */
    public record MemberState(Optional<Boolean> leads, Optional<Long> forces, long diskBytes, List<Long> pids) {

        public MemberState {
            pids = List.copyOf(pids);
        }
    }

    /**
     * The order to run a member, as sent to a node.
     *
     * @param backend the name of the backend
     * @param start the parameters of the member
     */
    record MemberOrder(String backend, MemberStart start) {

        static MemberOrder read(String line) {
            return RecordJson.read(line, MemberOrder.class)
                    .orElseThrow(() -> new IllegalArgumentException("The order to run a member is empty"));
        }

        String line() {
            return RecordJson.line(this);
        }
    }

    /** Reads the states of the members of a {@link StoreNodes}, inside a fork. */
    public static final class MemberStates implements AutoCloseable {

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
         * Returns the number of disk syncs of all members; empty if that of a member is unknown.
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
}
