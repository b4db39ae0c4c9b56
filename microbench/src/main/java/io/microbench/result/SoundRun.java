// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds values that are readable but impossible: the record was changed, or another tool wrote it. */
final class SoundRun {

    private SoundRun() {}

    /** Returns the first contradiction and its place; empty if there is none. */
    static Optional<String> problem(RunRecord run) {
        Set<String> nodes = new HashSet<>();
        for (RunNode node : run.nodes().orElse(List.of())) {
            if (!nodes.add(node.name())) {
                return Optional.of("node " + node.name() + " comes twice, and it is not known which forks are whose");
            }
        }
        Set<String> ids = new HashSet<>();
        for (CaseResult result : run.cases()) {
            if (!ids.add(result.id().text())) {
                return Optional.of("case " + result.id() + " comes twice, and it is not known which of them counts");
            }
            Optional<String> problem = unit(result).or(() -> times(result)).or(() -> nodes(result, nodes));
            if (problem.isPresent()) {
                return problem.map(what -> "case " + result.id() + ": " + what);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> unit(CaseResult result) {
        try {
            result.id().mode().ifPresent(Mode::of);
            result.score().ifPresent(score -> ScoreUnit.of(result.plan().mode(), score.unit()));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /** A clock may be set back or forth while a fork runs, but not by weeks. */
    private static Optional<String> times(CaseResult result) {
        for (ForkResult fork : result.forks()) {
            Duration took = Duration.between(fork.start(), fork.end());
            if (took.abs().compareTo(Iterations.FARTHEST) > 0) {
                return Optional.of("fork " + fork.number() + " ran from " + fork.start() + " to " + fork.end()
                        + "; expected at most " + Iterations.FARTHEST.toDays() + " days");
            }
        }
        return Optional.empty();
    }

    /** Checks the nodes of forks, as they decide which forks may be compared. */
    private static Optional<String> nodes(CaseResult result, Set<String> known) {
        return result.forks().stream()
                .filter(fork ->
                        fork.node().filter(node -> !known.contains(node)).isPresent())
                .findFirst()
                .map(fork -> "fork " + fork.number() + " ran on the node "
                        + fork.node().orElse("") + ", which the run does not describe");
    }
}
