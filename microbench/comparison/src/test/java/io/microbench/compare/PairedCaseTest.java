// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.remote.HostCases;
import io.microbench.result.CasePlan;
import io.microbench.result.Environment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PairedCaseTest {

    private static final List<String> ORDER = List.of(id(7), id(2), id(9), id(0));

    /** Ten cases whose pairs of forks take 3 s each. */
    private final List<PairedCase> ten = Fixtures.paired(10);

    private static String id(int number) {
        return Fixtures.id("method" + number).text();
    }

    private List<String> within(int seconds) {
        Limits limits = new Limits(Duration.ofSeconds(seconds), 3, 40, 0.01, 0.01);
        return PairedCase.within(ten, limits, ORDER).stream()
                .map(each -> each.id().text())
                .toList();
    }

    @Test
    void selectsMostImportantCasesWithinBudget() {
        // Among three cases a claim takes 6 pairs of forks, among four it takes 7.
        assertThat(within(3 * 6 * 3)).containsExactly(id(7), id(2), id(9));
        assertThat(within(4 * 7 * 3)).containsExactly(id(7), id(2), id(9), id(0));
        assertThat(within(3600)).hasSize(10).startsWith(id(7), id(2), id(9), id(0));
    }

    @Test
    void keepsJvmArgumentsAndOperationsOfEachSide() {
        CasePlan before = Fixtures.plan("avgt", "-Xint").toBuilder()
                .jvm(Optional.of("java17"))
                .forks(7)
                .operationsPerInvocation(10)
                .build();
        CasePlan after = Fixtures.plan("avgt", "-Xmx1g").toBuilder()
                .jvm(Optional.of("java25"))
                .forks(3)
                .build();

        assertThat(PairedCase.pair(host(before), host(after)).both())
                .singleElement()
                .satisfies(pair -> {
                    assertThat(pair.plan(Side.CANDIDATE)).isEqualTo(after);
                    assertThat(pair.plan(Side.BASELINE))
                            .isEqualTo(after.toBuilder()
                                    .jvm(Optional.of("java17"))
                                    .jvmArgs(List.of("-Xint"))
                                    .operationsPerInvocation(10)
                                    .build());
                });
    }

    private static HostCases host(CasePlan plan) {
        HostCases.HostCase only = new HostCases.HostCase(Fixtures.id("encode"), plan);
        return new HostCases(Environment.builder().build(), List.of(), List.of(only), 1, "", List.of(), List.of());
    }

    @Test
    void keepsAtLeastOneCase() {
        assertThat(within(1)).containsExactly(id(7));
    }
}
