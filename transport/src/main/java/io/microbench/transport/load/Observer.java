// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.Fact;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads and prints the effective settings and the counters of connections. */
final class Observer {

    static final Duration ANY_SILENCE = Duration.ofDays(365);

    /** The time limit for a task in an event loop. */
    private static final long PATIENCE_SECONDS = 5;

    private final Duration silence;
    private final boolean settings;
    private final boolean counters;
    private final Set<String> said = new HashSet<>();
    private final Consumer<String> out;
    private final Consumer<String> err;
    private int ended;

    /**
     * Creates an observer.
     *
     * @param silence the maximum time without arrivals while a message is awaited
     * @param settings whether settings are printed; those that differ from the request always are
     * @param out receives lines as soon as they are known, each once
     * @param err receives warnings in the same way
     */
    Observer(Duration silence, boolean settings, boolean counters, Consumer<String> out, Consumer<String> err) {
        this.out = out;
        this.err = err;
        this.silence = silence;
        this.settings = settings;
        this.counters = counters;
    }

    static Observer none() {
        return new Observer(ANY_SILENCE, false, false, line -> {}, line -> {});
    }

    Duration silence() {
        return silence;
    }

    /**
     * Reads the effective settings before the first message, on one connection, because all connections of a run are
     * alike.
     */
    void connected(List<Client> clients) throws InterruptedException {
        Connection first = clients.get(0).connections().get(0);
        inForce("client", ask(first.settings()));
    }

    /** Reads counters and the reports of nodes, while the connections are still open. */
    void ending(Client client) throws InterruptedException {
        for (ReceiverReport report : client.reports()) {
            inForce("node", report.settings());
        }
        if (counters) {
            for (Connection connection : client.connections()) {
                counted("Client " + ended, ask(connection.counters()));
            }
            for (ReceiverReport report : client.reports()) {
                counted("A node, to client " + ended, report.counters());
            }
        }
        ended++;
    }

    private static List<Fact> ask(CompletableFuture<List<Fact>> future) throws InterruptedException {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return List.of(Fact.of("unknown", String.valueOf(e.getCause())));
        } catch (TimeoutException e) {
            return List.of(Fact.of("unknown", "no answer within " + PATIENCE_SECONDS + " s"));
        }
    }

    private void inForce(String where, List<Fact> facts) {
        if (settings && !facts.isEmpty()) {
            say(out, "In effect at the " + where + ": " + text(facts));
        }
        facts.stream()
                .map(Fact::warning)
                .filter(warning -> !warning.isEmpty())
                .forEach(warning -> say(err, "WARNING: " + warning + " (" + where + ")"));
    }

    private void counted(String where, List<Fact> facts) {
        if (!facts.isEmpty()) {
            say(out, where + ": " + text(facts));
        }
    }

    private static String text(List<Fact> facts) {
        return facts.stream().map(fact -> fact.name() + " " + fact.value()).collect(Collectors.joining("; "));
    }

    private void say(Consumer<String> to, String line) {
        if (said.add(line)) {
            to.accept(line);
        }
    }
}
