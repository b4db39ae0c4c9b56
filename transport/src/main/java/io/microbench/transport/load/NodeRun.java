/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.cluster.Member;
import io.microbench.cluster.Nodes;
import io.microbench.transport.Transport;
import io.microbench.transport.Transports;
import io.microbench.transport.node.EchoService;
import io.microbench.transport.node.Places;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Starts nodes, lets clients send, prints the tables, and ends the nodes. */
final class NodeRun {

    private final RunOptions options;
    private final PrintWriter out;

    NodeRun(RunOptions options, PrintWriter out) {
        this.options = options;
        this.out = out;
    }

    /** Returns the exit status: 1 if not all messages came back as they were. */
    int run(int clients) throws IOException, InterruptedException {
        Workload workload = options.workload(clients);
        Transport transport = Transports.usable(options.transport);
        List<ClientResult> results = transport.reachesProcesses()
                ? betweenProcesses(transport, workload, clients)
                : withinThisJvm(transport, workload, clients);
        print(results);
        return results.stream().allMatch(ClientResult::isWhole) ? 0 : 1;
    }

    private List<ClientResult> betweenProcesses(Transport transport, Workload workload, int clients)
            throws IOException, InterruptedException {
        try (Nodes nodes = Nodes.start(options.nodes, List.of(EchoService.class))) {
            List<Member> members = nodes.children().stream()
                    .map(child -> nodes.parent().member(child.name()).orElseThrow())
                    .toList();
            try (Places places = Places.open(transport, options.options(), nodes.parent(), members)) {
                return Run.of(places, workload, clients, options.deadline());
            }
        }
    }

    private List<ClientResult> withinThisJvm(Transport transport, Workload workload, int clients)
            throws IOException, InterruptedException {
        try (Places places = Places.inThisJvm(transport, options.options(), options.nodes)) {
            return Run.of(places, workload, clients, options.deadline());
        }
    }

    private void print(List<ClientResult> results) {
        MessageTable table = new MessageTable(Resolution.ofThisClock());
        for (int i = 0; i < results.size(); i++) {
            print(table, "Client " + i, results.get(i));
        }
        if (results.size() > 1) {
            print(table, "All clients", ClientResult.merged(results));
        }
        out.flush();
    }

    private void print(MessageTable table, String who, ClientResult result) {
        out.println(options.markdown ? table.markdown(who, result) : table.text(who, result));
        if (result.perNode().size() > 1) {
            out.println("Messages per node: " + result.perNode() + "\n");
        }
    }
}
