// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.members.FaultRun.MajorityTimes;
import io.microbench.store.members.Linearizability.Counterexample;
import io.microbench.store.members.Linearizability.HistoryVerdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The effect of a fault on a store.
 *
 * @param acknowledged the number of acknowledged puts and deletes
 * @param failed the number of operations that failed or never returned
 * @param lost acknowledged writes that are missing on one or more members, see {@link FaultRun.LostWrites}
 * @param withoutWrites the longest time without a write, in nanoseconds, see {@link MajorityTimes}
 * @param verdict the verdict on the history, which ends with reads of the final contents
 */
record FaultOutcome(long acknowledged, long failed, List<Operation> lost, long withoutWrites, HistoryVerdict verdict) {

    FaultOutcome {
        lost = List.copyOf(lost);
    }

    private static final double NANOS_OF_A_SECOND = 1e9;
    private static final int SHOWN = 5;

    double secondsWithoutWrites() {
        return withoutWrites / NANOS_OF_A_SECOND;
    }

    boolean isLinearizable() {
        return verdict instanceof HistoryVerdict.Linearizable;
    }

    String text() {
        String counts = String.format(
                Locale.ROOT,
                "writes acknowledged %d, lost %d; operations failed %d; longest time without a write while a majority ran %.2f s",
                acknowledged,
                lost.size(),
                failed,
                secondsWithoutWrites());
        String which = lost.isEmpty()
                ? ""
                : "\nlost, the first "
                        + Math.min(SHOWN, lost.size())
                        + ":\n"
                        + Counterexample.format(lost.subList(0, Math.min(SHOWN, lost.size())));
        return counts + "; " + history() + which;
    }

    private String history() {
        if (verdict instanceof HistoryVerdict.Violated violated) {
            List<Operation> operations = violated.counterexample();
            return "not linearizable: no order of these operations on key "
                    + operations.get(0).key() + " explains their results:\n" + Counterexample.format(operations);
        }
        return verdict instanceof HistoryVerdict.Undecided undecided
                ? "whether key " + undecided.key() + " is linearizable is unknown after " + undecided.configurations()
                        + " configurations"
                : "linearizable";
    }

    /**
     * Returns the violated guarantees of the store: writes that should survive a kill were lost, or a history that
     * should be linearizable is not, or its check was undecided.
     */
    Optional<String> breach(ReplicatedBackend backend, Durability durability) {
        boolean lasting = durability != Durability.MEMORY;
        boolean ordered = lasting && backend.consensus() && backend.reads().contains(Reads.LINEARIZABLE);
        return (lasting && !lost.isEmpty()) || (ordered && !isLinearizable())
                ? Optional.of("The store " + backend.name() + " (" + durability.word() + ") violated its guarantees: "
                        + text())
                : Optional.empty();
    }
}
