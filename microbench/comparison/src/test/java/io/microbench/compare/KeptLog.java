// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.UnavailableNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records the events that a comparison stores. */
final class KeptLog extends ComparisonJournal {

    private final List<String> lines = new ArrayList<>();
    private final Map<Side, Map<String, List<ForkResult>>> forks = new EnumMap<>(Side.class);
    private final Map<Side, Map<String, CaseResult>> ended = new EnumMap<>(Side.class);

    KeptLog() {
        super(
                side -> {
                    throw new AssertionError("there is no folder");
                },
                line -> {},
                Duration.ZERO,
                () -> 0);
        for (Side side : Side.values()) {
            forks.put(side, new TreeMap<>());
            ended.put(side, new TreeMap<>());
        }
    }

    List<String> lines() {
        return lines;
    }

    private static <T> T of(Map<Side, T> map, Side side) {
        return Optional.ofNullable(map.get(side)).orElseThrow();
    }

    List<ForkResult> forks(Side side, String method) {
        return of(forks, side).getOrDefault(method, List.of());
    }

    CaseResult ended(Side side, String method) {
        return Optional.ofNullable(of(ended, side).get(method)).orElseThrow();
    }

    /** Returns the numbers of the forks that count, with their nodes. */
    List<String> counting(Side side, String method) {
        return forks(side, method).stream()
                .filter(fork -> fork.failure().isEmpty())
                .map(fork -> fork.number() + " " + fork.node().orElse("nowhere"))
                .toList();
    }

    /** Returns the numbers of the forks that were lost, with their nodes. */
    List<String> lost(Side side, String method) {
        return forks(side, method).stream()
                .filter(fork -> fork.failure()
                        .filter(why -> why.kind() == Failure.Kind.NODE_LOST)
                        .isPresent())
                .map(fork -> fork.number() + " " + fork.node().orElse("nowhere"))
                .toList();
    }

    @Override
    void forkEnded(Side side, PairedCase paired, ForkReport report) {
        of(forks, side)
                .computeIfAbsent(paired.id().method(), none -> new ArrayList<>())
                .add(report.fork());
    }

    @Override
    void pairEnded(int pair, CaseVerdict verdict) {
        lines.add(verdict.id().method() + " " + pair + " " + verdict.node().orElse(""));
    }

    @Override
    void failed(Side side, PairedCase paired, Failure failure) {
        lines.add(paired.id().method() + " failed: " + failure.message());
    }

    @Override
    void caseEnded(Side side, CaseResult result) {
        of(ended, side).put(result.id().method(), result);
    }

    @Override
    void node(Side side, RunNode node) {}

    @Override
    void nodeGone(UnavailableNode gone) {
        lines.add(gone.name()
                + (gone.lost() ? " lost: " : " out: ")
                + gone.why()
                + (gone.fork().isEmpty() ? "" : ", " + gone.fork()));
    }

    @Override
    void hostEnded(String fork, String why) {
        lines.add("host ended: " + why);
    }

    @Override
    void anew(PairedCase paired, Failure why) {
        lines.add(paired.id().method() + " anew: " + why.message());
        for (Side side : Side.values()) {
            of(forks, side)
                    .getOrDefault(paired.id().method(), new ArrayList<>())
                    .replaceAll(fork -> fork.failure().isPresent()
                            ? fork
                            : fork.toBuilder().failure(Optional.of(why)).build());
        }
    }

    @Override
    void notMeasured(PairedCase paired, String reason) {
        lines.add(paired.id().method() + " not measured: " + reason);
    }
}
