// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static io.microbench.store.members.Histories.get;
import static io.microbench.store.members.Histories.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.store.members.Linearizability.HistoryVerdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultOutcomeTest {

    private static final HistoryVerdict VIOLATED =
            new HistoryVerdict.Violated(List.of(put(0, 5, 0, 1_000_000), get(1, 6, 2_000_000, 3_000_000)));
    private static final HistoryVerdict LINEARIZABLE = new HistoryVerdict.Linearizable();
    private static final ReplicatedBackend CONSENSUS = new Named(true);
    private static final ReplicatedBackend OTHER = new Named(false);

    /** A backend with the guarantees that a test needs, which is never started. */
    private record Named(boolean consensus) implements ReplicatedBackend {

        @Override
        public String name() {
            return "named";
        }

        @Override
        public Set<Durability> durabilities() {
            return EnumSet.allOf(Durability.class);
        }

        @Override
        public Set<Reads> reads() {
            return consensus ? EnumSet.allOf(Reads.class) : EnumSet.of(Reads.LOCAL);
        }

        @Override
        public int ports() {
            return 1;
        }

        @Override
        public Member start(MemberStart start) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Store connect(MemberLocation place, Reads reads) {
            throw new UnsupportedOperationException();
        }
    }

    private static FaultOutcome findings(List<Operation> lost, HistoryVerdict verdict) {
        return new FaultOutcome(100, 3, lost, 1_500_000_000L, verdict);
    }

    @Test
    void acceptsAStoreThatKeepsItsGuarantees() {
        assertThat(findings(List.of(), LINEARIZABLE).breach(CONSENSUS, Durability.SAFE))
                .isEmpty();
    }

    @Test
    void reportsLostWritesThatShouldSurviveAKill() {
        FaultOutcome lost = findings(List.of(put(2, 5, 0, 2_000_000)), LINEARIZABLE);

        assertThat(lost.breach(CONSENSUS, Durability.SAFE)).contains("""
                        The store named (safe) violated its guarantees: writes acknowledged 100, lost 1; operations failed 3; \
                        longest time without a write while a majority ran 1.50 s; linearizable
                        lost, the first 1:
                          client 2: put 5, from 0.000 ms to 2.000 ms""");
        assertThat(lost.breach(OTHER, Durability.PROCESS)).isPresent();
        assertThat(lost.breach(CONSENSUS, Durability.MEMORY)).isEmpty();
    }

    @Test
    void requiresLinearizabilityOnlyWithConsensus() {
        FaultOutcome violated = findings(List.of(), VIOLATED);

        assertThat(violated.breach(CONSENSUS, Durability.PROCESS)).contains("""
                        The store named (process) violated its guarantees: writes acknowledged 100, lost 0; operations failed 3; \
                        longest time without a write while a majority ran 1.50 s; not linearizable: \
                        no order of these operations on key 7 explains their results:
                          client 0: put 5, from 0.000 ms to 1.000 ms
                          client 1: get found 6, from 2.000 ms to 3.000 ms""");
        assertThat(violated.breach(OTHER, Durability.SAFE)).isEmpty();
        assertThat(violated.breach(CONSENSUS, Durability.MEMORY)).isEmpty();
    }

    @Test
    void reportsAnUndecidedHistory() {
        assertThat(findings(List.of(), new HistoryVerdict.Undecided(7, 1000)).breach(CONSENSUS, Durability.SAFE))
                .hasValueSatisfying(text -> assertThat(text)
                        .endsWith("whether key 7 is linearizable is unknown after 1000 configurations"));
    }
}
