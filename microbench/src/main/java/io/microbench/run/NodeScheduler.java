// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.remote.HostEndedException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.Failure;
import io.microbench.run.NodeWorker.NodeCrew;
import io.microbench.text.PreflightException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Distributes work among nodes, with a thread for each. */
public final class NodeScheduler<H extends NodeScheduler.NodeHost> {

    private final List<? extends NodeSession<H>> places;
    private final Runnable endHosts;
    private final NodeCrew crew;
    private final Map<String, H> started = new ConcurrentSkipListMap<>();
    private final Map<String, UnavailableNode> absent = new ConcurrentSkipListMap<>();
    private volatile Optional<NodeWork<H>> work = Optional.empty();
    private volatile boolean stopped;

    /** Creates a scheduler; {@code endHosts} ends all hosts, including those still starting, from any thread. */
    public NodeScheduler(List<? extends NodeSession<H>> places, Runnable endHosts, LongSupplier nanoClock) {
        this.places = List.copyOf(places);
        this.endHosts = endHosts;
        this.crew = new NodeCrew(places.size(), nanoClock);
    }

    /**
     * Starts hosts on all nodes at the same time, and returns them by node. Without this call, each host is started when its node begins to
     * work.
     */
    public Map<String, H> start() {
        inThreads("microbench-start-", this::start);
        Map<String, H> hosts = new LinkedHashMap<>();
        places.forEach(place ->
                Optional.ofNullable(started.get(place.name())).ifPresent(host -> hosts.put(place.name(), host)));
        return hosts;
    }

    private void start(NodeSession<H> place) {
        String name = place.name();
        try {
            started.put(name, place.start());
        } catch (HostEndedException e) {
            absent.put(name, UnavailableNode.of(name, e));
        } catch (PreflightException e) {
            absent.put(name, UnavailableNode.of(place, e));
        }
    }

    public List<UnavailableNode> absent() {
        return List.copyOf(absent.values());
    }

    /** Works until all units are measured, no node is left, or the run is stopped. May be called once. */
    public void run(NodeWork<H> shared) {
        work = Optional.of(shared);
        if (stopped) {
            shared.close();
        }
        absent.values().forEach(crew::gone);
        if (!started.isEmpty()) {
            shared.ready(started);
        }
        inThreads("microbench-node-", place -> {
            Optional<UnavailableNode> gone = Optional.ofNullable(absent.get(place.name()));
            if (gone.isEmpty() || gone.get().lost()) {
                new NodeWorker<>(place, shared, crew, Optional.ofNullable(started.get(place.name())))
                        .work(gone.isPresent() ? NodeWorker.Step.LOST : NodeWorker.Step.DONE);
            }
        });
    }

    /**
     * Runs a task in a thread for each node, and waits for all of them. Throws the exception of the first failed task.
     */
    private void inThreads(String prefix, Consumer<NodeSession<H>> task) {
        Queue<RuntimeException> defects = new ConcurrentLinkedQueue<>();
        List<Thread> threads = places.stream()
                .map(place -> new Thread(() -> run(task, place, defects), prefix + place.name()))
                .toList();
        threads.forEach(Thread::start);
        join(threads);
        defects.forEach(defect -> {
            throw defect;
        });
    }

    private void run(Consumer<NodeSession<H>> task, NodeSession<H> place, Queue<RuntimeException> defects) {
        try {
            task.accept(place);
        } catch (RuntimeException e) {
            defects.add(e);
            // Otherwise, the other nodes would wait for the cases that this node has taken.
            stop();
        } catch (Error e) {
            defects.add(new IllegalStateException("The thread of " + place.name() + " failed: " + e, e));
            stop();
        }
    }

    /** Waits for the threads to end; if the caller is interrupted, also stops the tasks. */
    private void join(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    stop();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops busy nodes, from any thread, and starts no further forks. */
    public void stop() {
        stopped = true;
        work.ifPresent(NodeWork::close);
        crew.changed();
        endHosts.run();
    }

    public boolean isStopped() {
        return stopped;
    }

    /** Returns why nodes were lost or could not measure, in chronological order. */
    public List<String> gone() {
        return crew.gone();
    }

    /** Runs forks on a node; not thread-safe, except for {@link #close}. */
    public interface NodeHost extends AutoCloseable {

        /** Returns warnings about this node's results, each with advice. */
        default List<String> warnings() {
            return List.of();
        }

        /** Ends the host and its running fork; thread-safe. */
        @Override
        void close();
    }

    public interface NodeSession<H extends NodeHost> {

        String name();

        /**
         * Starts a host.
         *
         * @throws io.microbench.remote.HostEndedException if it ended before the first request
         * @throws io.microbench.text.PreflightException if it cannot measure the cases of this run
         */
        H start();

        /** Returns whether the node can be reached, as far as is known. */
        boolean isThere();
    }

    /** Work that a {@link NodeScheduler} distributes among nodes. Thread-safe. */
    public interface NodeWork<H extends NodeHost> {

        /** A case fails when it has ended this many hosts whose nodes stayed available. */
        int MOST_HOSTS = 2;

        /** Records that nodes have hosts and can be given work; nodes that are added together get equal shares. */
        void ready(Map<String, H> hosts);

        /**
         * Runs the next fork of a node.
         *
         * @return whether there was a fork to run; if not, there may be one after another node is lost
         * @throws HostEndedException if the host ended, alone or with its node; the fork is recorded as lost
         */
        boolean fork(String node, H host);

        /** Records that a node no longer measures; other nodes take over its work. */
        void nodeGone(UnavailableNode gone);

        boolean isOver();

        void close();
    }

    /**
     * A node that has stopped measuring.
     *
     * @param why the cause, as a sentence without its full stop
     * @param lost true if it is lost and is used again when it returns; false if it cannot measure and is not used
     *     again
     * @param fork the description of the fork that was lost with it; empty if it ran no fork
     */
    public record UnavailableNode(String name, String why, boolean lost, String fork) {

        UnavailableNode(String name, String why, boolean lost) {
            this(name, why, lost, "");
        }

        /** Describes a node whose host no longer answers; the node is lost if it became unavailable with the host. */
        static UnavailableNode of(String name, HostEndedException gone) {
            return gone.end() instanceof HostEnd.NodeLost lost
                    ? new UnavailableNode(name, lost.why(), true, gone.fork())
                    : new UnavailableNode(name, String.valueOf(gone.getMessage()), false);
        }

        /** Describes a node on which no host can work; it is lost if it cannot be reached. */
        static UnavailableNode of(NodeSession<?> place, PreflightException refused) {
            return new UnavailableNode(place.name(), String.valueOf(refused.getMessage()), !place.isThere());
        }

        /** Describes why the forks of a case on a lost node no longer count, if the new node is not equivalent. */
        public static Failure measuredAnew(String where, String unlike) {
            return Failure.of(
                    Failure.Kind.NODE_LOST,
                    "Its node was lost, and the case was measured again" + where + ": " + unlike);
        }

        /** Describes in a sentence why a case is not measured if no node is left. */
        public static String nobodyLeft(String whatFor, List<String> gone) {
            return "No node was left to measure " + whatFor + ": " + String.join("; ", gone) + ".";
        }

        /** Returns the cause and the fork, for the record of the run. */
        public String happened() {
            return why + withFork();
        }

        private String withFork() {
            return fork.isEmpty() ? "" : "; with it " + fork;
        }

        public String text() {
            return name + (lost ? " is lost (" : " cannot be used (") + why + ")";
        }

        public String warning() {
            return "Node "
                    + (lost
                            ? text() + withFork() + ". Other nodes take over its cases."
                            : name + " is not used: " + why);
        }
    }
}
