// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.faults;

import io.microbench.store.Durability;
import io.microbench.store.Reads;
import io.microbench.store.ReplicatedBackend;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a fault did to a store.
 *
 * @param acknowledged how many puts and deletes were acknowledged
 * @param failed how many operations failed, or never returned
 * @param lost acknowledged writes that are not in the contents, as {@link LostWrites} has it, at one of the members at least
 * @param withoutWrites the longest time in nanoseconds, as {@link MajorityTimes} has it
 * @param verdict on the history, with the reads of the contents at its end
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

    /** Formats the counts, and the reason where the history is not linearizable. */
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
                    + operations.get(0).key() + " explains what they found:\n" + Counterexample.format(operations);
        }
        return verdict instanceof HistoryVerdict.Undecided undecided
                ? "whether key " + undecided.key() + " is linearizable is unknown after " + undecided.configurations()
                        + " configurations"
                : "linearizable";
    }

    /**
     * Returns what is wrong with that: a lost write, where the store promised that it survives a kill, and a history that is not
     * linearizable, or not known to be, where the store promised that as well.
     */
    Optional<String> breach(ReplicatedBackend backend, Durability durability) {
        boolean lasting = durability != Durability.MEMORY;
        boolean ordered = lasting && backend.consensus() && backend.reads().contains(Reads.LINEARIZABLE);
        return (lasting && !lost.isEmpty()) || (ordered && !isLinearizable())
                ? Optional.of(
                        "The store " + backend.name() + " (" + durability.word() + ") broke its promise: " + text())
                : Optional.empty();
    }
}
