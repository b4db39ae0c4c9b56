// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.Scheduling;
import io.microbench.plan.Scheduling.Order;
import io.microbench.remote.HostGoneException;
import io.microbench.result.RunNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Cases that one node measures as a whole, fork by fork. */
final class NodeUnit {

    private record Group(List<NodeCase> cases, ForkSchedule schedule) {}

    private final List<NodeCase> cases;
    private final Scheduling scheduling;
    private final boolean squeezed;
    private final long seed;
    private final SpreadCases run;
    private List<Group> groups = List.of();
    private Optional<NodeCase> busy = Optional.empty();

    /**
     * Puts cases together.
     *
     * @param scheduling in which order they get their forks; a budget is not looked at
     * @param seed draws that order where it is random
     * @param run that they belong to
     */
    NodeUnit(List<NodeCase> cases, Scheduling scheduling, long seed, SpreadCases run) {
        this.cases = List.copyOf(cases);
        this.squeezed = scheduling.patience().isPresent();
        this.scheduling = new Scheduling(scheduling.order(), Optional.empty());
        this.seed = seed;
        this.run = run;
    }

    List<NodeCase> cases() {
        return cases;
    }

    /** Returns the time it is expected to take. */
    Duration cost() {
        return cases.stream().map(NodeCase::cost).reduce(Duration.ZERO, Duration::plus);
    }

    /** Goes on in the given host, with the cases that are not decided. */
    void placed(CaseHost host) {
        Function<String, Optional<RunNode>> known = run::node;
        List<NodeCase> open =
                cases.stream().filter(one -> !one.turns().decided()).toList();
        open.forEach(one -> one.placed(host, known));
        Scheduling order = scheduling.order() == Order.BLOCKS ? VariantTurns.IN_TURN : scheduling;
        groups = together(open).stream()
                .map(its -> new Group(
                        its,
                        new ForkSchedule(
                                order, its.stream().map(NodeCase::turns).toList(), seed, index -> 0)))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns which cases get their forks in turn: none but those of one case in several variants, unless all do. */
    private List<List<NodeCase>> together(List<NodeCase> open) {
        if (scheduling.order() != Order.BLOCKS) {
            return List.of(open);
        }
        return squeezed ? open.stream().map(List::of).toList() : VariantTurns.together(open, NodeCase::planned);
    }

    /**
     * Runs one more fork.
     *
     * @return whether there was one to run; if not, all cases are decided
     * @throws HostGoneException if the host has gone; the unit can be placed anew after {@link #lost}
     */
    boolean fork(CaseHost host) {
        while (!groups.isEmpty()) {
            Group group = groups.get(0);
            Optional<ForkSchedule.Turn> turn = group.cases().stream().allMatch(run::isLeftOut)
                    ? Optional.empty()
                    : group.schedule().next(Duration.ZERO);
            if (turn.isPresent()) {
                fork(host, group, turn.get());
                return true;
            }
            groups.remove(0);
        }
        return false;
    }

    private void fork(CaseHost host, Group group, ForkSchedule.Turn turn) {
        NodeCase one = group.cases().get(turn.index());
        busy = Optional.of(one);
        CaseTurns.End end = one.fork(host);
        busy = Optional.empty();
        run.ended(one, host);
        if (group.schedule().ended(turn, end)) {
            run.decided(one);
        }
    }

    /** Notes that the host has gone, and with it the fork that it ran. */
    void lost(String node, HostGoneException gone) {
        busy.ifPresent(one -> {
            run.lost(one, node, gone);
            if (one.turns().decided()) {
                run.decided(one);
            }
        });
        busy = Optional.empty();
    }
}
