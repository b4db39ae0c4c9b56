/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.AllocationVerdict.Change;
import io.microbench.result.Metric;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationTestTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS.among(100);

    private static List<Metric> forks(double... bytes) {
        return Arrays.stream(bytes).mapToObj(b -> new Metric(b, 0.0001, "B/op")).toList();
    }

    private static Change change(List<Metric> old, List<Metric> now) {
        return AllocationTest.of(old, now, SETTINGS).orElseThrow().change();
    }

    @ParameterizedTest
    @CsvSource({
        "0.0001, 0.0002, SAME",
        "0, 0.09, SAME",
        "0, 0.2, MORE",
        "24, 24.05, SAME",
        "24, 32, MORE",
        "24, 16, LESS",
        "24, 0, LESS",
        "100000, 100050, SAME",
        "100000, 100200, MORE"
    })
    void comparesNumbersThatAreExact(double old, double now, Change change) {
        assertThat(change(forks(old, old), forks(now, now))).isEqualTo(change);
        assertThat(change(forks(old), forks(now))).isEqualTo(change);
    }

    @Test
    void keepsBothNumbers() {
        assertThat(AllocationTest.of(forks(24, 24, 24.01), forks(40, 40.02, 40.01), SETTINGS))
                .hasValue(new AllocationVerdict(Change.MORE, 24, 40.01));
    }

    @Test
    void anAllocationThatSomeForksRemoveIsNoChange() {
        assertThat(change(forks(0, 0, 0, 0, 0), forks(0, 24, 0, 24, 24))).isEqualTo(Change.SAME);
    }

    @Test
    void judgesNoisyBytesLikeTimes() {
        List<Metric> noisy = forks(STEADY);
        assertThat(change(noisy, noisy)).isEqualTo(Change.SAME);
        assertThat(change(noisy, forks(times(1.001, STEADY)))).isEqualTo(Change.SAME);
        assertThat(change(noisy, forks(times(1.1, STEADY)))).isEqualTo(Change.MORE);
        assertThat(change(noisy, forks(times(0.9, STEADY)))).isEqualTo(Change.LESS);
    }

    @Test
    void anUnsureForkAloneSaysNothing() {
        List<Metric> unsure = List.of(new Metric(1000, 300, "B/op"));
        assertThat(AllocationTest.of(unsure, forks(2000), SETTINGS)).isEmpty();
        assertThat(AllocationTest.of(List.of(new Metric(24, Double.NaN, "B/op")), forks(32), SETTINGS))
                .isPresent();
    }

    @Test
    void saysNothingWhereASideDidNotMeasure() {
        assertThat(AllocationTest.of(List.of(), forks(24), SETTINGS)).isEmpty();
        assertThat(AllocationTest.of(forks(24), List.of(), SETTINGS)).isEmpty();
    }

    @Test
    void moreBytesAreARegressionEvenWhereTheTimeIsTheSame() {
        CaseVerdict verdict = Judge.compare(
                        "old",
                        Runs.run("old", Runs.allocating("m", STEADY, 24, 24, 24, 24, 24)),
                        "new",
                        Runs.run("new", Runs.allocating("m", STEADY, 32, 32, 32, 32, 32)),
                        JudgeSettings.DEFAULTS)
                .verdicts()
                .get(0);

        assertThat(verdict.verdict()).isEqualTo(Verdict.SAME);
        assertThat(verdict.allocation()).hasValue(new AllocationVerdict(Change.MORE, 24, 32));
        assertThat(verdict.regressed()).isTrue();
    }
}
