// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static io.microbench.store.members.Histories.delete;
import static io.microbench.store.members.Histories.get;
import static io.microbench.store.members.Histories.getNothing;
import static io.microbench.store.members.Histories.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.store.members.Linearizability.Counterexample;
import io.microbench.store.members.Linearizability.HistoryVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LinearizabilityTest {

    static Stream<Arguments> good() {
        return Stream.of(
                Arguments.of("nothing happened", List.of()),
                Arguments.of("a key is empty at first", List.of(getNothing(0, 1, 2))),
                Arguments.of("a get finds what was put", List.of(put(0, 5, 1, 2), get(1, 5, 3, 4))),
                Arguments.of("a get during a put finds it", List.of(put(0, 5, 1, 9), get(1, 5, 3, 4))),
                Arguments.of("a get during a put does not find it", List.of(put(0, 5, 1, 9), getNothing(1, 3, 4))),
                Arguments.of(
                        "puts at the same time, in the other order",
                        List.of(put(0, 5, 1, 9), put(1, 6, 2, 8), get(2, 6, 10, 11), put(0, 7, 12, 13))),
                Arguments.of("a put between two gets", List.of(put(0, 5, 1, 20), getNothing(1, 2, 3), get(1, 5, 4, 5))),
                Arguments.of("a delete", List.of(put(0, 5, 1, 2), delete(1, 3, 4), getNothing(0, 5, 6))),
                Arguments.of(
                        "a put of unknown outcome did not happen",
                        List.of(unknown(put(0, 5, 1, 2)), getNothing(1, 3, 4))),
                Arguments.of(
                        "a put of unknown outcome happens late",
                        List.of(unknown(put(0, 5, 1, 2)), getNothing(1, 3, 4), put(1, 6, 5, 6), get(1, 5, 7, 8))),
                Arguments.of(
                        "a delete of unknown outcome happens late",
                        List.of(put(0, 5, 1, 2), unknown(delete(1, 3, 4)), get(0, 5, 5, 6), getNothing(0, 7, 8))),
                Arguments.of(
                        "an invocation at the instant of a return", List.of(put(0, 5, 1, 2), getNothing(1, 2, 3))));
    }

    static Stream<Arguments> bad() {
        return Stream.of(
                Arguments.of("a read of a value never written", List.of(put(0, 5, 1, 2), get(1, 6, 3, 4)), 1),
                Arguments.of("a stale read", List.of(put(0, 5, 1, 2), put(0, 6, 3, 4), get(1, 5, 5, 6)), 3),
                Arguments.of("a lost update", List.of(put(0, 5, 1, 2), getNothing(1, 3, 4)), 2),
                Arguments.of(
                        "reading back in time",
                        List.of(put(0, 5, 1, 2), put(0, 6, 3, 20), get(1, 6, 4, 5), get(2, 5, 6, 7)),
                        4),
                Arguments.of("a get before the put", List.of(get(1, 5, 1, 2), put(0, 5, 3, 4)), 2),
                Arguments.of("a deleted value", List.of(put(0, 5, 1, 2), delete(1, 3, 4), get(0, 5, 5, 6)), 3),
                Arguments.of(
                        "a delete that vanished",
                        List.of(put(0, 5, 1, 2), delete(1, 3, 4), getNothing(0, 5, 6), get(0, 5, 7, 8)),
                        3),
                Arguments.of(
                        "a put of unknown outcome that happened twice",
                        List.of(
                                put(0, 4, 1, 2),
                                unknown(put(0, 5, 3, 4)),
                                get(1, 5, 5, 6),
                                put(1, 6, 7, 8),
                                get(1, 5, 9, 10)),
                        4),
                Arguments.of(
                        "a put of unknown outcome that happened before it was invoked",
                        List.of(get(1, 5, 1, 2), unknown(put(0, 5, 3, 4))),
                        2),
                Arguments.of(
                        "readers that disagree on the order of puts",
                        List.of(put(0, 5, 1, 20), put(1, 6, 1, 20), get(2, 5, 2, 3), get(2, 6, 4, 5), get(3, 5, 6, 7)),
                        5));
    }

    private static Operation unknown(Operation operation) {
        return operation.withoutReturn();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("good")
    void accepts(String name, List<Operation> history) {
        assertThat(new Linearizability().check(history)).isEqualTo(new HistoryVerdict.Linearizable());
        assertThat(Histories.hasOrder(history)).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bad")
    void rejects(String name, List<Operation> history, int smallest) {
        assertThat(new Linearizability().check(history))
                .isInstanceOfSatisfying(HistoryVerdict.Violated.class, violated -> {
                    assertThat(violated.counterexample()).hasSizeLessThanOrEqualTo(smallest);
                    assertThat(Histories.hasOrder(violated.counterexample())).isFalse();
                });
        assertThat(Histories.hasOrder(history)).isFalse();
    }

    @Test
    void acceptsHistoriesOfALinearizableMap() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            List<Operation> history = RandomHistories.ofMap(seed, 4, 200, 3);

            assertThat(history).hasSize(4 * 200);
            assertThat(new Linearizability().check(history)).isEqualTo(new HistoryVerdict.Linearizable());
        }
    }

    @Test
    void agreesWithTryingAllOrders() {
        Random random = new Random(1);
        int rejected = 0;
        for (int i = 0; i < 20_000; i++) {
            List<Operation> history = RandomHistories.mutated(random, 6);
            boolean expected = Histories.hasOrder(history);
            HistoryVerdict verdict = new Linearizability().check(history);

            assertThat(verdict instanceof HistoryVerdict.Linearizable)
                    .as("%s", history)
                    .isEqualTo(expected);
            if (verdict instanceof HistoryVerdict.Violated violated) {
                rejected++;
                assertThat(Histories.hasOrder(violated.counterexample()))
                        .as("%s", history)
                        .isFalse();
            }
        }
        assertThat(rejected).isBetween(2_000, 18_000);
    }

    @Test
    void findsOneStaleReadAmongMany() throws Exception {
        List<Operation> history = new ArrayList<>(RandomHistories.ofMap(3, 4, 500, 2));
        Operation first = history.stream()
                .filter(each -> each.kind() == Operation.Kind.PUT)
                .findFirst()
                .orElseThrow();
        long end = history.stream()
                .mapToLong(each -> each.returned().orElse(0))
                .max()
                .orElseThrow();
        history.add(new Operation(
                0, first.key(), Operation.Kind.PUT, OptionalLong.of(-1), end + 1, OptionalLong.of(end + 2)));
        history.add(
                new Operation(9, first.key(), Operation.Kind.GET, first.value(), end + 3, OptionalLong.of(end + 4)));

        assertThat(new Linearizability().check(history))
                .isInstanceOfSatisfying(HistoryVerdict.Violated.class, violated -> assertThat(violated.counterexample())
                        .hasSize(3)
                        .anyMatch(each -> each.client() == 9));
    }

    @Test
    void ignoresUnreadPutsOfUnknownOutcome() {
        List<Operation> history = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            history.add(unknown(put(1, 1000 + i, 2L * i, 2L * i)));
            history.add(put(0, i, 2L * i, 2L * i + 1));
        }
        history.add(get(2, 198, 1000, 1001));

        assertThat(new Linearizability(10_000).check(history)).isInstanceOf(HistoryVerdict.Violated.class);
    }

    @Test
    void givesUpIfTooManyOutcomesAreUnknown() {
        List<Operation> history = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            history.add(unknown(put(i, i, 0, 1)));
            history.add(get(20 + i, i, 1, 1000));
        }
        history.add(get(50, 99, 1, 1000));

        assertThat(new Linearizability(5_000).check(history))
                .isEqualTo(new HistoryVerdict.Undecided(Histories.KEY, 5_000));
    }

    @Test
    void rejectsAValueThatIsWrittenTwice() {
        assertThatThrownBy(() -> new Linearizability().check(List.of(put(0, 5, 1, 2), put(1, 5, 3, 4))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two puts write 5 to key 7; each value has to be written once");
    }

    @Test
    void formatsACounterexample() {
        assertThat(Counterexample.format(List.of(
                        put(0, 5, 1_000_000, 2_500_000),
                        unknown(delete(1, 3_000_000, 4)),
                        getNothing(2, 4_000_000, 4_000_500))))
                .isEqualTo("""
                          client 0: put 5, from 0.000 ms to 1.500 ms
                          client 1: delete, from 2.000 ms to unknown
                          client 2: get found nothing, from 3.000 ms to 3.001 ms""".indent(2).stripTrailing());
    }
}
