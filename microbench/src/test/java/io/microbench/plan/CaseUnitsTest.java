// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.microbench.result.CaseId;
import io.microbench.settings.JvmVariants.JvmVariant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CaseUnitsTest {

    private static List<List<String>> units(PlannedCase... cases) {
        return CaseUnits.of(List.of(cases)).values().stream()
                .map(unit -> unit.stream()
                        .map(planned ->
                                planned.id().method() + ":" + planned.id().variant())
                        .toList())
                .toList();
    }

    @Test
    void combinesRungsOfLadderAndModesOfMethod() {
        assertThat(units(
                        TiedCases.planned("p.C", "alone", 1, 1),
                        TiedCases.planned("p.C", "alone", 1, 8),
                        TiedCases.planned("p.C", "alone", 1, 1, "sample")))
                .containsExactly(List.of(
                        "alone:size=1,threads=1", "alone:size=1,threads=8", "alone:size=1,threads=1,mode=sample"));
    }

    @Test
    void combinesVariantsOfCase() {
        assertThat(units(variant("zgc", 1), variant("g1", 1), variant("zgc", 2)))
                .containsExactly(
                        List.of("alone:size=1,variant=zgc,threads=1", "alone:size=1,variant=g1,threads=1"),
                        List.of("alone:size=2,variant=zgc,threads=1"));
    }

    private static PlannedCase variant(String name, int size) {
        PlannedCase plain = TiedCases.planned("p.C", "alone", size, 1);
        CaseId id = plain.id();
        SortedMap<String, String> parameters = new TreeMap<>(id.parameters());
        parameters.put(JvmVariant.PARAMETER, name);
        return new PlannedCase(
                new CaseId(id.className(), id.method(), parameters, id.threads(), id.mode()),
                plain.benchmarkClass(),
                plain.plan(),
                plain.options(),
                plain.switchedOff(),
                plain.fixtureWarmup(),
                plain.shuffled(),
                Optional.of(new JvmVariant(name, Optional.empty(), List.of())));
    }

    @Test
    void separatesParametersAndClasses() {
        assertThat(units(
                        TiedCases.planned("p.C", "alone", 1, 1),
                        TiedCases.planned("p.C", "alone", 2, 1),
                        TiedCases.planned("p.D", "alone", 1, 1)))
                .hasSize(3);
    }

    @Test
    void combinesCasesOfRatioWithEqualParameters() {
        assertThat(units(
                        TiedCases.planned("p.C", "direct", 1, 1),
                        TiedCases.planned("p.C", "direct", 2, 1),
                        TiedCases.planned("p.C", "heap", 1, 1),
                        TiedCases.planned("p.C", "heap", 2, 1),
                        TiedCases.planned("p.D", "heap", 1, 1)))
                .containsExactly(
                        List.of("direct:size=1,threads=1", "heap:size=1,threads=1"),
                        List.of("direct:size=2,threads=1", "heap:size=2,threads=1"),
                        List.of("heap:size=1,threads=1"));
    }

    @Test
    void combinesCasesLinkedByCommonCaseUnderFirstName() {
        Map<String, List<PlannedCase>> units = CaseUnits.of(List.of(
                TiedCases.planned("p.C", "sum", 1, 1),
                TiedCases.planned("p.C", "product", 1, 4),
                TiedCases.planned("p.C", "lookup", 1, 1)));

        assertThat(units).containsOnlyKeys("p.C.lookup:size=1,threads=1");
        assertThat(units.values()).singleElement().asInstanceOf(LIST).hasSize(3);
    }

    @Test
    void separatesCasesWithoutCommonCase() {
        assertThat(units(TiedCases.planned("p.C", "sum", 1, 1), TiedCases.planned("p.C", "lookup", 1, 1)))
                .hasSize(2);
    }

    @Test
    void putsEveryCaseOfRandomPlanInOneUnitWithLinkedCases() {
        RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(12);
        for (int trial = 0; trial < 100; trial++) {
            List<PlannedCase> cases = TiedCases.random(random);
            List<List<PlannedCase>> units = List.copyOf(CaseUnits.of(cases).values());

            assertThat(units.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(cases);
            IntStream.range(0, units.size())
                    .forEach(i -> units.subList(i + 1, units.size()).forEach(other -> assertThat(units.get(i))
                            .noneMatch(one -> other.stream().anyMatch(two -> TiedCases.tied(one.id(), two.id())))));
        }
    }
}
