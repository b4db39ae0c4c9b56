// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.Round.Trouble;
import io.microbench.result.Failure;
import io.microbench.result.Likeness;
import io.microbench.result.RunNode;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.fork.Handover;
import io.microbench.text.Counted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Warnings of a run on several nodes. */
record TogetherWarnings(List<TogetherCase> cases, List<RunNode> nodes) {

    /** With fewer calls of a worker in a sample, whether one more ends within it changes the rate by over 5 %. */
    private static final double FEW_CALLS = 20;

    /** Returns why something was not measured, a line for each. */
    List<String> failures() {
        List<String> lines = new ArrayList<>();
        for (TogetherCase one : cases) {
            one.trouble()
                    .filter(trouble -> trouble.failure().kind() != Failure.Kind.STOPPED)
                    .ifPresent(trouble -> lines.add(line(one, trouble)));
        }
        if (cases.stream().anyMatch(one -> one.trouble().filter(Trouble::end).isPresent())) {
            long none = cases.stream()
                    .filter(one -> one.rounds() == 0 && one.trouble().isEmpty())
                    .count();
            if (none > 0 && !lines.isEmpty()) {
                lines.add("Not measured: " + Counted.of(none, "further snippet or rung", "further snippets or rungs")
                        + ".");
            }
        }
        return lines;
    }

    private static String line(TogetherCase one, Trouble trouble) {
        String node = (trouble.node().contains(",") ? "nodes " : "node ") + trouble.node();
        String what = trouble.failure().kind() == Failure.Kind.NODE_LOST
                ? "lost " + node + " (" + trouble.failure().message() + ")"
                : "failed on " + node + ": " + trouble.failure().message();
        return Snippet.quoted(one.snippet().name()) + " " + what + ". "
                + (one.rounds() == 0
                        ? "Nothing of it counts."
                        : "That round counts for nothing; "
                                + Counted.of(one.rounds(), "round before it does", "rounds before it do") + ".");
    }

    /** Returns warnings about the numbers, the most important first. */
    List<String> all() {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i < nodes.size(); i++) {
            Optional<String> difference = Likeness.difference(nodes.get(0), nodes.get(i));
            difference.ifPresent(found -> lines.add("Nodes " + found
                    + ". The sum is one of unlike machines: it compares only with sums of the same ones."));
        }
        shared().ifPresent(lines::add);
        for (TogetherCase one : cases) {
            if (one.hasFewCalls(FEW_CALLS)) {
                lines.add(Snippet.quoted(one.snippet().title()) + ": in a sample a worker makes fewer than "
                        + (int) FEW_CALLS + " calls, and one that ends just outside of it does not count. Take longer"
                        + " samples.");
            }
            one.facts(Handover.DONE_FAILURE, false)
                    .forEach((node, failure) ->
                            lines.add(Snippet.quoted(one.snippet().title()) + ": its done part failed on node " + node
                                    + ": " + failure + ". The scores are not affected."));
            one.facts(Handover.THREADS_LEFT, true)
                    .forEach((node, count) ->
                            lines.add(Snippet.quoted(one.snippet().title()) + " left threads running on node " + node
                                    + " (" + count + "); they were ended with its fork."));
        }
        return lines.stream().distinct().toList();
    }

    /** Nodes on one machine share its processors, and their sum is that of one machine. */
    private Optional<String> shared() {
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        nodes.forEach(node -> hosts.computeIfAbsent(node.environment().host(), host -> new ArrayList<>())
                .add(node.name()));
        return hosts.entrySet().stream()
                .filter(host -> host.getValue().size() > 1)
                .findFirst()
                .map(host -> "Nodes " + String.join(", ", host.getValue()) + " are on one machine (" + host.getKey()
                        + ") and share its processors.");
    }
}
