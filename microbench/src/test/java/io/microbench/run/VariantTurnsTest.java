// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.settings.Scheduling;
import io.microbench.settings.Scheduling.Order;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class VariantTurnsTest {

    private static final Scheduling BLOCKS = new Scheduling(Order.BLOCKS, Optional.empty());

    private final PlannedCase one = planned("one", "zgc");
    private final PlannedCase oneAgain = planned("one", "g1");
    private final PlannedCase two = planned("two", "zgc");

    private static PlannedCase planned(String method, String variant) {
        PlannedCase plain = TestPlans.of(VariantTurnsTest.class, method).planned();
        CaseId id = new CaseId(
                plain.id().className(), method, new TreeMap<>(Map.of("variant", variant)), 1, Optional.empty());
        return new PlannedCase(
                id,
                plain.benchmarkClass(),
                plain.plan(),
                UnaryOperator.identity(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.of(new JvmVariant(variant, Optional.empty(), List.of())));
    }

    @Test
    void theVariantsOfACaseAreTakenTogetherAndOnce() {
        VariantTurns turns = new VariantTurns(BLOCKS, List.of(one, oneAgain, two));

        assertThat(turns.take(two)).isEmpty();
        assertThat(turns.take(oneAgain)).containsExactly(one, oneAgain);
        assertThat(turns.take(one)).isEmpty();
    }

    @Test
    void whatIsSwitchedOffTakesNoTurn() {
        assertThat(new VariantTurns(BLOCKS, List.of(one, oneAgain.switchedOff("off"), two)).take(one))
                .isEmpty();
    }

    @Test
    void whereAllCasesTakeTurnsOrASqueezeDecidesThereIsNothingToDo() {
        for (Scheduling other : List.of(
                new Scheduling(Order.INTERLEAVED, Optional.empty()),
                new Scheduling(Order.BLOCKS, Optional.of(Duration.ofMinutes(1))),
                new Scheduling(Order.BLOCKS, Optional.empty(), Optional.of(3)))) {
            assertThat(new VariantTurns(other, List.of(one, oneAgain)).take(one))
                    .isEmpty();
        }
    }

    @Test
    void casesWithoutVariantsStayAlone() {
        PlannedCase plain = TestPlans.of(VariantTurnsTest.class, "one").planned();

        assertThat(VariantTurns.together(List.of(plain, plain), Function.identity()))
                .containsExactly(List.of(plain), List.of(plain));
    }

    @Test
    void groupsComeInTheOrderOfTheirFirstCases() {
        assertThat(VariantTurns.together(List.of(two, one, oneAgain), Function.identity()))
                .containsExactly(List.of(two), List.of(one, oneAgain));
    }
}
