// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.cluster.ChildNode;
import io.microbench.cluster.Member;
import io.microbench.cluster.Nodes;
import io.microbench.transport.EchoService;
import io.microbench.transport.Link;
import io.microbench.transport.Places;
import io.microbench.transport.Transport;
import io.microbench.transport.Transports;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts nodes, runs clients, prints the tables, and stops the nodes. */
final class LoadRun {

    private final RunOptions options;
    private final PrintWriter out;
    private final Resolution resolution = Resolution.ofThisClock();
    private final PrintWriter err;
    private final List<String> notes = new ArrayList<>();

    LoadRun(RunOptions options, PrintWriter out, PrintWriter err) {
        this.err = err;
        this.options = options;
        this.out = out;
    }

    /** Runs the load and returns the exit status: 1 if not all messages came back unchanged. */
    int run(int clients) throws IOException, InterruptedException {
        Load load = options.load(clients);
        options.relay.link();
        Transport transport = Transports.usable(options.transport);
        options.options(transport);
        RunResult result =
                transport.reachesProcesses() ? betweenProcesses(transport, load) : withinThisJvm(transport, load);
        if (options.json) {
            out.print(new JsonDocument(result).text(options.transport, notes));
        } else {
            print(result.clients());
        }
        out.flush();
        return result.isWhole() ? 0 : 1;
    }

    private RunResult betweenProcesses(Transport transport, Load load) throws IOException, InterruptedException {
        try (Nodes nodes = Nodes.start(options.nodes, List.of(EchoService.class))) {
            List<Member> members = nodes.children().stream()
                    .map(child -> nodes.parent().member(child.name()).orElseThrow())
                    .toList();
            List<Long> processes = nodes.children().stream().map(ChildNode::pid).toList();
            return run(Places.open(transport, options.options(transport), nodes.parent(), members), load, processes);
        }
    }

    private RunResult withinThisJvm(Transport transport, Load load) throws IOException, InterruptedException {
        return run(Places.inThisJvm(transport, options.options(transport), options.nodes), load, List.of());
    }

    private RunResult run(Places direct, Load load, List<Long> processes) throws IOException, InterruptedException {
        Optional<Link> link = options.relay.link();
        Observer observer = options.observer(options.json ? notes::add : out::println, err::println);
        try (Places places = link.isPresent() ? direct.relayed(link.get()) : direct) {
            RunResult result = Run.of(places, load, processes, observer, rows(load));
            link.ifPresent(passed -> notes.add(RelayText.of(passed, places.relays())));
            return result;
        }
    }

    /** Returns the printer of a row for each interval, if intervals are shown. */
    private Consumer<LoadInterval> rows(Load load) {
        if (options.json || load.timing().time().isEmpty()) {
            return interval -> {};
        }
        IntervalTable table =
                new IntervalTable(load.workload().size(), load.schedule().isPresent(), resolution);
        out.println(table.header());
        out.flush();
        return interval -> {
            out.println(table.row(interval));
            out.flush();
        };
    }

    private void print(List<ClientResult> results) {
        MessageTable table = new MessageTable(resolution);
        for (int i = 0; i < results.size(); i++) {
            print(table, "Client " + i, results.get(i));
        }
        if (results.size() > 1) {
            print(table, "All clients", ClientResult.merged(results));
        }
        notes.forEach(out::println);
    }

    private void print(MessageTable table, String who, ClientResult result) {
        out.println(options.markdown ? table.markdown(who, result) : table.text(who, result));
        if (options.streams > 1) {
            out.println(Fairness.of(result.streams()).text() + "\n");
        }
        if (result.perNode().size() > 1) {
            out.println("Messages per node: " + result.perNode() + "\n");
        }
    }
}
