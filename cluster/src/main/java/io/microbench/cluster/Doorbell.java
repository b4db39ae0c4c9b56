/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Waits until a node of a list opens: a node that joins before there is anybody forms a cluster of its own, and would have
 * to be merged later.
 */
final class Doorbell {

    static final int CONNECT_MILLIS = 2000;
    private static final long PAUSE_MILLIS = 100;

    /** A node that was killed keeps its name until the others have noticed, within six seconds. */
    private static final Duration NAME_PATIENCE = Duration.ofSeconds(12);

    private final Gatekeeper keeper;
    private final Deadline deadline;
    private final Map<InetSocketAddress, String> answers = new LinkedHashMap<>();

    Doorbell(Gatekeeper keeper, Deadline deadline) {
        this.keeper = keeper;
        this.deadline = deadline;
    }

    /**
     * Calls the addresses in turn until one of them is a node that lets this one in.
     *
     * @throws ClusterException if none does before the deadline, or one refuses for good
     */
    void awaitAny(List<InetSocketAddress> addresses) {
        Deadline patience = Deadline.in(NAME_PATIENCE);
        while (true) {
            for (InetSocketAddress address : addresses) {
                Optional<IOException> problem = ring(address);
                if (problem.isEmpty()) {
                    return;
                }
                answers.put(
                        address, problem.get() instanceof RefusedException e ? e.getMessage() : plain(problem.get()));
                if (problem.get() instanceof RefusedException refused
                        && (refused.refusal() != Refusal.NAME || patience.isOver() || deadline.isOver())) {
                    throw new ClusterException("Refused by " + HostPort.text(address) + ": " + refused.getMessage()
                            + ". " + refused.refusal().advice());
                }
            }
            if (deadline.isOver()) {
                throw new ClusterException("No node answered within " + deadline + ": " + tried()
                        + ". Start the first node before the others, and check host and port.");
            }
            pause();
        }
    }

    /** Returns whether one of the addresses is a node that lets this one in, or may do so soon; asks each once. */
    boolean isAnyThere(List<InetSocketAddress> addresses) {
        return addresses.stream().anyMatch(address -> {
            Optional<IOException> problem = ring(address);
            return problem.isEmpty() || problem.get() instanceof RefusedException;
        });
    }

    /** Returns what became of each address. */
    String tried() {
        return answers.entrySet().stream()
                .map(entry -> HostPort.text(entry.getKey()) + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    private Optional<IOException> ring(InetSocketAddress address) {
        if (address.isUnresolved()) {
            return Optional.of(new IOException("unknown host"));
        }
        try (GateSocket socket = new GateSocket(keeper)) {
            socket.connect(address, CONNECT_MILLIS);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    private static String plain(IOException problem) {
        String message = problem.getMessage();
        return message == null ? problem.toString() : message;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("Interrupted while waiting for another node");
        }
    }
}
