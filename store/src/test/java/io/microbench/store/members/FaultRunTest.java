// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.store.members.FaultRun.Fault;
import io.microbench.store.members.Linearizability.HistoryVerdict;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests fault runs with members that share a map. */
@Tag("any-jdk")
class FaultRunTest {

    private static final FaultRun.Times TIMES = new FaultRun.Times(
            3, Duration.ofMillis(1), Duration.ofMillis(200), Duration.ofMillis(200), Duration.ofSeconds(30));

    private FaultOutcome run(ScriptedMembers.Defect defect, Fault fault) throws Exception {
        return new FaultRun(new ScriptedMembers(defect), TIMES).run(fault);
    }

    /** The message about a start that takes too long names this setting. */
    @Test
    void passesTheJoinDeadlineToTheFork() {
        assertThat(new StoreFaultsBenchmark().forwardedProperties()).contains("microbench.cluster.joinDeadline");
    }

    @ParameterizedTest
    @EnumSource
    void acceptsACorrectStore(Fault fault) throws Exception {
        FaultOutcome findings = run(ScriptedMembers.Defect.NONE, fault);

        assertThat(findings.acknowledged()).isPositive();
        assertThat(findings.failed()).isPositive();
        assertThat(findings.lost()).isEmpty();
        assertThat(findings.verdict()).isEqualTo(new HistoryVerdict.Linearizable());
        assertThat(findings.withoutWrites()).isPositive();
    }

    @Test
    void acceptsFailedWritesThatTookEffect() throws Exception {
        FaultOutcome findings = run(ScriptedMembers.Defect.FAILS_LATE, Fault.LEADER_KILLED);

        assertThat(findings.failed()).isPositive();
        assertThat(findings.lost()).isEmpty();
        assertThat(findings.verdict()).isEqualTo(new HistoryVerdict.Linearizable());
    }

    @Test
    void findsLostWrites() throws Exception {
        FaultOutcome findings = run(ScriptedMembers.Defect.LOSES, Fault.ALL_KILLED);

        assertThat(findings.lost()).isNotEmpty();
        assertThat(findings.verdict()).isInstanceOf(HistoryVerdict.Violated.class);
    }

    @Test
    void findsStaleReads() throws Exception {
        FaultOutcome findings = run(ScriptedMembers.Defect.STALE, Fault.LEADER_KILLED);

        assertThat(findings.verdict())
                .isInstanceOfSatisfying(HistoryVerdict.Violated.class, violated -> assertThat(violated.counterexample())
                        .hasSizeBetween(2, 4));
    }

    @Test
    void failsIfNoGetWasAnswered() {
        assertThatThrownBy(() -> run(ScriptedMembers.Defect.WRITES_ONLY, Fault.LEADER_KILLED))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "No get was answered during the run, so the order of operations cannot be judged; the last failure of each client: ");
    }

    @Test
    void failsIfAClientGotNoAnswer() throws Exception {
        ScriptedMembers members = new ScriptedMembers(ScriptedMembers.Defect.NONE);
        members.kill(1);
        members.kill(2);
        Clients clients = new Clients(members, 1, Duration.ofMillis(1), System::nanoTime);
        clients.end(Duration.ofSeconds(30));

        assertThatThrownBy(clients::history)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Client 0 got no answer to any of ");
    }

    @Test
    void failsIfTheStoreDoesNotRecover() {
        ScriptedMembers members = new ScriptedMembers(ScriptedMembers.Defect.NONE) {
            @Override
            public void restart(List<Integer> numbers) {
                // The members are not restarted.
            }
        };
        FaultRun.Times brief = new FaultRun.Times(
                2, Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofSeconds(1));

        assertThatThrownBy(() -> new FaultRun(members, brief).run(Fault.ALL_KILLED))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "No write was acknowledged within 1 s after all-killed; the last failure of each client: ")
                .hasMessageContaining(": java.io.IOException: no answer");
    }
}
