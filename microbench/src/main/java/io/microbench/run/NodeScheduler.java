// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.remote.HostGoneException;
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

/**
 * Shares work out among nodes, with a thread for each.
 *
 * @param <H> what runs forks on a node
 */
public final class NodeScheduler<H extends NodeHost> {

    private final List<? extends NodePlace<H>> places;
    private final Runnable endHosts;
    private final NodeCrew crew;
    private final Map<String, H> started = new ConcurrentSkipListMap<>();
    private final Map<String, GoneNode> absent = new ConcurrentSkipListMap<>();
    private volatile Optional<SharedWork<H>> work = Optional.empty();
    private volatile boolean stopped;

    /**
     * Begins without hosts.
     *
     * @param endHosts ends all hosts, those that are being started among them; from any thread
     */
    public NodeScheduler(List<? extends NodePlace<H>> places, Runnable endHosts, LongSupplier nanoClock) {
        this.places = List.copyOf(places);
        this.endHosts = endHosts;
        this.crew = new NodeCrew(places.size(), nanoClock);
    }

    /**
     * Starts hosts on all nodes at the same time. Without that, each is started when its node begins to work.
     *
     * @return the hosts by the names of their nodes, in the order of these
     */
    public Map<String, H> start() {
        inThreads("microbench-start-", this::start);
        Map<String, H> hosts = new LinkedHashMap<>();
        places.forEach(place ->
                Optional.ofNullable(started.get(place.name())).ifPresent(host -> hosts.put(place.name(), host)));
        return hosts;
    }

    private void start(NodePlace<H> place) {
        String name = place.name();
        try {
            started.put(name, place.start());
        } catch (HostGoneException e) {
            absent.put(name, GoneNode.of(name, e));
        } catch (PreflightException e) {
            absent.put(name, GoneNode.of(place, e));
        }
    }

    /** Returns the nodes that {@link #start} started no host on. */
    public List<GoneNode> absent() {
        return List.copyOf(absent.values());
    }

    /** Works until all units are measured, no node is left, or the run is stopped. May be called once. */
    public void run(SharedWork<H> shared) {
        work = Optional.of(shared);
        if (stopped) {
            shared.close();
        }
        absent.values().forEach(crew::gone);
        if (!started.isEmpty()) {
            shared.ready(started);
        }
        inThreads("microbench-node-", place -> {
            Optional<GoneNode> gone = Optional.ofNullable(absent.get(place.name()));
            if (gone.isEmpty() || gone.get().lost()) {
                new NodeWorker<>(place, shared, crew, Optional.ofNullable(started.get(place.name())))
                        .work(gone.isPresent() ? NodeWorker.Step.LOST : NodeWorker.Step.DONE);
            }
        });
    }

    /** Runs a task in a thread for each place and waits for all. Throws the exception of the first failed task. */
    private void inThreads(String prefix, Consumer<NodePlace<H>> task) {
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

    private void run(Consumer<NodePlace<H>> task, NodePlace<H> place, Queue<RuntimeException> defects) {
        try {
            task.accept(place);
        } catch (RuntimeException e) {
            defects.add(e);
            // The others would wait for what this one has taken.
            stop();
        } catch (Error e) {
            defects.add(new IllegalStateException("The thread of " + place.name() + " failed: " + e, e));
            stop();
        }
    }

    /** A caller that is interrupted stops the tasks; these have to end first. */
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
        work.ifPresent(SharedWork::close);
        crew.changed();
        endHosts.run();
    }

    public boolean isStopped() {
        return stopped;
    }

    /** Returns why nodes were lost or could not measure, in the order in which that happened. */
    public List<String> gone() {
        return crew.gone();
    }
}
