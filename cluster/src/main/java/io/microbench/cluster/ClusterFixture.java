// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.Fixture;
import io.microbench.fixture.jvm.FixtureMain.WatchedJvms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Nodes that a benchmark needs, each in its own JVM. They are started once for all cases that share a fixture, are
 * ready when all have joined, and healthy as long as all are members.
 *
 * <p>A subclass defines their number and services. Forks reach them with {@link #join}. The output of the nodes is in
 * the log of the fixture, each line with the name of its node; the run record has a series of samples of each.
 *
 * <pre>{@code
 * public final class EchoNodes extends ClusterFixture {
 *     protected int count(Start given) {
 *         return 3;
 *     }
 *
 *     protected List<Class<? extends Service>> services(Start given) {
 *         return List.of(EchoService.class);
 *     }
 * }
 *
 * @Fixture.Use(EchoNodes.class)
 * }</pre>
 */
public abstract class ClusterFixture implements Fixture, WatchedJvms {

    private static final double NANOS = 1e9;
    private static final String JOIN = "join";
    private static final String KEY_FILE = "keyFile";
    private static final String NODES = "nodes";
    private static final String DEADLINE = "joinDeadline";
    private static final AtomicInteger JOINED = new AtomicInteger();

    private final Queue<Sample> samples = new ConcurrentLinkedQueue<>();
    private volatile Optional<Nodes> nodes = Optional.empty();
    private volatile OptionalLong readyNanos = OptionalLong.empty();

    /** Creates the fixture; subclasses have a constructor without parameters. */
    protected ClusterFixture() {}

    /** Returns the number of nodes to start, at least 1; it may depend on the benchmark's parameters. */
    protected abstract int count(Start given);

    /** Returns the classes of the services of each node: public, with a public constructor without parameters. */
    protected List<Class<? extends Service>> services(Start given) {
        return List.of();
    }

    /** Returns arguments of the JVM of each node, such as {@code -Xmx2g}. */
    protected List<String> jvmArgs(Start given) {
        return List.of();
    }

    /**
     * Prepares the nodes once all have joined, before a benchmark may use them.
     *
     * @return values for {@link Fixture#value}, besides {@code join}, {@code keyFile}, {@code joinDeadline} and {@code nodes}, the
     *     names of the nodes
     * @throws Exception if they cannot be used; then they are stopped
     */
    protected Map<String, String> prepare(Start given, Nodes started) throws Exception {
        return Map.of();
    }

    @Override
    public final Map<String, String> start(Start given) throws Exception {
        Nodes started = Nodes.start(
                Optional.of(given.folder()),
                count(given),
                new Nodes.Launch(services(given), jvmArgs(given), new Listener()));
        nodes = Optional.of(started);
        try {
            Map<String, String> values = new LinkedHashMap<>(prepare(given, started));
            values.put(JOIN, started.parent().self().address());
            values.put(KEY_FILE, started.keyFile().toString());
            values.put(NODES, started.children().stream().map(ChildNode::name).collect(Collectors.joining(",")));
            // Forks have the same join deadline as the nodes.
            Optional.ofNullable(System.getProperty(Nodes.DEADLINE)).ifPresent(text -> values.put(DEADLINE, text));
            readyNanos = OptionalLong.of(System.nanoTime());
            return values;
        } catch (Exception e) {
            started.close();
            throw e;
        }
    }

    /**
     * Checks that all nodes are still members.
     *
     * @throws IOException if one has ended, or is frozen or cut off
     */
    @Override
    public void check() throws Exception {
        Optional<String> problem = nodes.flatMap(Nodes::problem);
        if (problem.isPresent()) {
            throw new IOException(problem.get());
        }
    }

    @Override
    public final List<Sample> samples() {
        List<Sample> taken = new ArrayList<>();
        for (Optional<Sample> next = next(); next.isPresent(); next = next()) {
            taken.add(next.get());
        }
        return taken;
    }

    private Optional<Sample> next() {
        return Optional.ofNullable(samples.poll());
    }

    /**
     * Prints the output of nodes, and collects their samples until they are read. Samples and their times start when
     * the nodes are ready.
     */
    private final class Listener implements ChildNode.Listener {

        @Override
        public void printed(String name, String line) {
            System.out.println(name + ": " + line);
        }

        @Override
        public void sampled(String name, Map<String, String> numbers) {
            OptionalLong ready = readyNanos;
            if (ready.isPresent()) {
                Map<String, String> since = new LinkedHashMap<>(numbers);
                since.put("seconds", Double.toString((System.nanoTime() - ready.getAsLong()) / NANOS));
                samples.add(new Sample(name, since));
            }
        }
    }

    @Override
    public void close() throws Exception {
        nodes.ifPresent(Nodes::close);
    }

    /**
     * Joins the nodes of the fixture, inside a fork. The benchmark must close the returned cluster.
     *
     * @param services the services that this fork offers
     * @throws IllegalStateException if the benchmark has no such fixture
     * @throws ClusterException if it cannot join
     */
    public static Cluster join(Service... services) {
        String name = "fork-" + ProcessHandle.current().pid() + "-" + JOINED.incrementAndGet();
        ClusterSettings settings = ClusterSettings.node(name)
                .join(List.of(Fixture.value(JOIN)))
                .keyFile(Optional.of(Path.of(Fixture.value(KEY_FILE))))
                .joinDeadline(Optional.ofNullable(System.getProperty("microbench.fixture." + DEADLINE))
                        .map(Nodes::deadline)
                        .orElse(ClusterSettings.JOIN_DEADLINE));
        return Cluster.join(settings, services);
    }
}
