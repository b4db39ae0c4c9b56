// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.Fixture;
import io.microbench.cluster.ChildNode;
import io.microbench.cluster.ClusterFixture;
import io.microbench.cluster.Nodes;
import io.microbench.cluster.Service;
import io.microbench.settings.ConfigurationException;
import io.microbench.store.Backends;
import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.store.StoreFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A replicated store, with a node for each member.
 *
 * <p>Reads the parameters {@code backend}, {@code durability} and {@code nodes}, the number of members. Forks reach the members through
 * {@link StoreAddress}.
 */
public final class StoreNodes extends ClusterFixture {

    /** The time limit for a store to become ready once its nodes are, extended while they use CPU time. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private volatile Optional<StoreFolder> folder = Optional.empty();
    private volatile Optional<StoreMembers> members = Optional.empty();

    /**
     * Returns the number of members from the parameters of a benchmark.
     *
     * @throws ConfigurationException if the number is invalid
     */
    public static int count(Map<String, String> parameters) {
        String nodes = parameters.getOrDefault("nodes", "");
        if (!nodes.matches("[1-9]")) {
            throw new ConfigurationException("nodes = \"" + nodes
                    + "\": expected 1 to 9 members; -Dmicrobench.param.nodes sets it, or --param nodes of the command");
        }
        return Integer.parseInt(nodes);
    }

    @Override
    protected int count(Start given) {
        return count(given.parameters());
    }

    @Override
    protected List<Class<? extends Service>> services(Start given) {
        return List.of(StoreNodeService.class);
    }

    @Override
    protected List<String> jvmArgs(Start given) {
        return List.of("-Xmx1g");
    }

    @Override
    protected Map<String, String> prepare(Start given, Nodes started) throws IOException {
        SortedMap<String, String> parameters = given.parameters();
        Durability durability = Durability.of(parameters.getOrDefault("durability", ""));
        ReplicatedBackend backend = Backends.of(StoreNodes.class.getClassLoader(), System.err::println)
                .named(ReplicatedBackend.class, parameters.getOrDefault("backend", ""), durability);
        StoreFolder made = StoreFolder.create();
        folder = Optional.of(made);
        try {
            MembersPlan plan = MembersPlan.of(backend, durability, count(given), made.path());
            System.out.println("Store " + plan.text() + " in " + made.path() + ", " + made.disk());
            members = Optional.of(StoreMembers.start(plan, started.children(), PATIENCE));
            return StoreAddress.of(plan).values();
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /**
     * Checks that all nodes are members of the cluster, and that their store members are running.
     *
     * @throws IOException if one has ended
     */
    @Override
    public void check() throws Exception {
        Optional<String> problem = members.flatMap(StoreMembers::problem);
        if (problem.isPresent()) {
            throw new IOException(problem.get());
        }
        super.check();
    }

    @Override
    public void close() throws Exception {
        try {
            if (members.isPresent()) {
                members.get().close();
            }
        } finally {
            super.close();
            folder.ifPresent(StoreFolder::close);
        }
    }

    /** The members of one replicated store, each on a node with a {@link StoreNodeService}. */
    private static final class StoreMembers implements AutoCloseable {
        private final List<NodeMember> members = new ArrayList<>();

        /**
         * Starts the members at the same time, and waits until a write through each of them can be read there.
         *
         * @param nodes the nodes, at least one per member
         * @throws IOException if a member does not start or answer in time; then all are stopped
         */
        static StoreMembers start(MembersPlan plan, List<ChildNode> nodes, Duration patience) throws IOException {
            StoreMembers started = new StoreMembers();
            try {
                for (int number = 1; number <= plan.places().size(); number++) {
                    started.members.add(NodeMember.open(nodes.get(number - 1), plan, number));
                }
                new StoreReadiness(plan, started.members())
                        .await(
                                patience,
                                nodes.stream()
                                        .flatMap(node -> ProcessHandle.of(node.pid()).stream())
                                        .toList());
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

        List<NodeMember> members() {
            return List.copyOf(members);
        }

        /** Returns the problem of the first member that has ended; empty if all are running. */
        Optional<String> problem() {
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

    /**
     * The addresses of the members of the store of a {@link StoreNodes}.
     *
     * @param places the addresses of all members, by number
     * @param folder the folder of the store, on the measured disk
     */
    public record StoreAddress(List<MemberLocation> places, String folder) {

        private static final String MEMBERS = "members";
        private static final String FOLDER = "storeFolder";

        public StoreAddress {
            places = List.copyOf(places);
        }

        static StoreAddress of(MembersPlan plan) {
            return new StoreAddress(plan.places(), plan.folder().toString());
        }

        /**
         * Returns the address of the store that the fixture started; must be called in a fork.
         *
         * @throws IllegalStateException if the benchmark has no such fixture
         */
        public static StoreAddress ofFixture() {
            return read(Fixture::value);
        }

        /** Parses the values of a fixture, by name; members are {@code 127.0.0.1:7001+7002,127.0.0.1:7003+7004}. */
        static StoreAddress read(UnaryOperator<String> values) {
            List<MemberLocation> places = new ArrayList<>();
            for (String member : values.apply(MEMBERS).split(",", -1)) {
                int colon = member.lastIndexOf(':');
                List<Integer> ports = Arrays.stream(member.substring(colon + 1).split("\\+", -1))
                        .map(Integer::valueOf)
                        .toList();
                places.add(new MemberLocation(places.size() + 1, member.substring(0, colon), ports));
            }
            return new StoreAddress(places, values.apply(FOLDER));
        }

        Map<String, String> values() {
            return Map.of(
                    MEMBERS,
                    places.stream()
                            .map(place -> place.host() + ":"
                                    + place.ports().stream()
                                            .map(String::valueOf)
                                            .collect(Collectors.joining("+")))
                            .collect(Collectors.joining(",")),
                    FOLDER,
                    folder);
        }
    }

    /** The store's own clients, one per member. */
    public static final class MemberClients implements AutoCloseable {

        private final List<Store> stores = new ArrayList<>();

        private MemberClients() {}

        /**
         * Connects a client to each member.
         *
         * @throws IOException if one cannot be created; then all are closed
         */
        public static MemberClients connect(ReplicatedBackend backend, List<MemberLocation> places, Reads reads)
                throws IOException {
            MemberClients clients = new MemberClients();
            try {
                for (MemberLocation place : places) {
                    clients.stores.add(backend.connect(place, reads));
                }
                return clients;
            } catch (IOException | RuntimeException | LinkageError e) {
                clients.closeQuietly(e);
                throw e;
            }
        }

        private void closeQuietly(Throwable reason) {
            try {
                close();
            } catch (IOException e) {
                reason.addSuppressed(e);
            }
        }

        /** Returns the clients, by number of the member. */
        public List<Store> stores() {
            return List.copyOf(stores);
        }

        @Override
        public void close() throws IOException {
            Closing.all(stores);
        }
    }

    /** Closes several resources, even if one of them fails. */
    static final class Closing {

        private Closing() {}

        /**
         * Closes all resources.
         *
         * @throws IOException the first failure, after all were closed; others are suppressed exceptions
         */
        static void all(List<? extends AutoCloseable> closeables) throws IOException {
            Optional<IOException> first = Optional.empty();
            for (AutoCloseable each : closeables) {
                try {
                    each.close();
                } catch (Exception e) {
                    IOException failure = e instanceof IOException io ? io : new IOException(e);
                    first.ifPresent(earlier -> earlier.addSuppressed(failure));
                    first = first.isPresent() ? first : Optional.of(failure);
                }
            }
            if (first.isPresent()) {
                throw first.get();
            }
        }
    }
}
