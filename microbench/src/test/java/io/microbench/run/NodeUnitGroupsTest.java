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
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class NodeUnitGroupsTest {

    private static final Scheduling BLOCKS = new Scheduling(Order.BLOCKS, Optional.empty(), Optional.empty());

    private final PlannedCase one = planned("one", "zgc");
    private final PlannedCase oneAgain = planned("one", "g1");
    private final PlannedCase two = planned("two", "zgc");

    private static PlannedCase planned(String method, String variant) {
        PlannedCase plain = TestPlans.of(NodeUnitGroupsTest.class, method).planned();
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

    private static List<List<PlannedCase>> groups(Scheduling scheduling, PlannedCase... cases) {
        return NodeUnit.groups(scheduling, List.of(cases), UnaryOperator.identity());
    }

    @Test
    void alternatesVariantsOfCaseAndOrdersCasesByFirstVariant() {
        assertThat(groups(BLOCKS, two, one, oneAgain)).containsExactly(List.of(two), List.of(one, oneAgain));
        assertThat(groups(BLOCKS, one, two, oneAgain)).containsExactly(List.of(one, oneAgain), List.of(two));
    }

    @Test
    void alternatesAllCasesInOtherOrdersOrWithBudget() {
        for (Scheduling other : List.of(
                new Scheduling(Order.INTERLEAVED, Optional.empty(), Optional.empty()),
                new Scheduling(Order.BLOCKS, Optional.of(Duration.ofMinutes(1)), Optional.empty()))) {
            assertThat(groups(other, one, two, oneAgain)).containsExactly(List.of(one, two, oneAgain));
        }
    }

    @Test
    void decidesEachCaseOfSqueezeBeforeNext() {
        assertThat(groups(new Scheduling(Order.BLOCKS, Optional.empty(), Optional.of(3)), one, oneAgain))
                .containsExactly(List.of(one), List.of(oneAgain));
    }

    @Test
    void separatesCasesWithoutVariants() {
        PlannedCase plain = TestPlans.of(NodeUnitGroupsTest.class, "one").planned();

        assertThat(groups(BLOCKS, plain, plain)).containsExactly(List.of(plain), List.of(plain));
    }
}
