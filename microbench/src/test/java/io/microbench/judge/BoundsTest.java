// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.judge.Bounds.Bound;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.CaseResolver;
import io.microbench.plan.PlannedCase;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BoundsTest {

    private static List<PlannedCase> cases(Class<?> type, Map<String, String> properties) {
        Settings settings = Settings.resolve(List.of(new SettingSource("system property", properties)));
        return new CaseResolver(settings).cases(BenchmarkClass.of(type));
    }

    private static Bounds bounds(Class<?> type, Map<String, String> properties) {
        Bounds bounds = Bounds.of(BenchmarkClass.of(type));
        bounds.check(cases(type, properties));
        return bounds;
    }

    private static List<Bound> of(Class<?> type, String method) {
        PlannedCase planned = cases(type, Map.of()).stream()
                .filter(c -> c.id().method().equals(method))
                .findFirst()
                .orElseThrow();
        return bounds(type, Map.of()).of(planned.id());
    }

    @Test
    void readsDeclaredBounds() {
        ScoreUnit nanos = ScoreUnit.of(Mode.AVERAGE_TIME, "ns/op");
        assertThat(of(BoundsFixtures.Good.class, "direct"))
                .containsExactly(
                        new Bound.Score(120, nanos),
                        new Bound.Allocation(24),
                        new Bound.Ratio("heap", 1.5),
                        new Bound.Ratio("none", 10));
        assertThat(of(BoundsFixtures.Good.class, "sampled"))
                .containsExactly(
                        new Bound.Percentile(99, 2, ScoreUnit.of(Mode.SAMPLE_TIME, "ms/op")),
                        new Bound.Percentile(50, 10, ScoreUnit.of(Mode.SAMPLE_TIME, "us/op")));
        assertThat(of(BoundsFixtures.Good.class, "heap")).isEmpty();
    }

    @Test
    void describesBoundsInWords() {
        assertThat(of(BoundsFixtures.Good.class, "direct"))
                .extracting(Bound::text)
                .containsExactly(
                        "no worse than 120 ns/op",
                        "at most 24 B/op",
                        "at most 1.5 times the time of heap",
                        "at most 10 times the time of none");
        assertThat(of(BoundsFixtures.Good.class, "sampled").get(0).text()).isEqualTo("p99 no worse than 2 ms/op");
    }

    @Test
    void appliesScoreToModesOfItsUnit() {
        Bound rate = of(BoundsFixtures.Good.class, "twoModes").get(0);

        assertThat(rate.concerns(Mode.THROUGHPUT)).isTrue();
        assertThat(rate.concerns(Mode.AVERAGE_TIME)).isFalse();
    }

    @Test
    void acceptsModeSetByCommand() {
        assertThat(bounds(BoundsFixtures.WrongDimension.class, Map.of("microbench.mode", "ss")))
                .isNotNull();
        assertThat(bounds(BoundsFixtures.Good.class, Map.of("microbench.mode", "thrpt")))
                .isNotNull();
    }

    @Test
    void comparesCasesWithEqualParameters() {
        List<PlannedCase> cases = cases(BoundsFixtures.Parameterised.class, Map.of());
        PlannedCase direct = cases.get(1);

        assertThat(Bounds.reference(direct.id(), new Bound.Ratio("heap", 2)).text())
                .isEqualTo("io.microbench.judge.BoundsFixtures.Parameterised.heap:size=2,threads=1");
        assertThat(cases)
                .extracting(PlannedCase::id)
                .contains(Bounds.reference(direct.id(), new Bound.Ratio("heap", 2)));
    }

    static Stream<Arguments> mistakes() {
        String unit = "the time one of ns, us, ms, s, min, hr, day";
        String here = "io.microbench.judge.BoundsFixtures.";
        return Stream.of(
                Arguments.of(
                        BoundsFixtures.WrongDimension.class,
                        here + "WrongDimension.m is expected to be no worse than 120 ns/op, which does not match its"
                                + " mode, thrpt. Change the unit of the bound, or @BenchmarkMode"),
                Arguments.of(
                        BoundsFixtures.WrongUnit.class,
                        here + "WrongUnit.m: @ExpectScore with unit = furlong/op: expected ops/<time> or <time>/op"
                                + " with " + unit),
                Arguments.of(
                        BoundsFixtures.NegativeScore.class,
                        here + "NegativeScore.m: @ExpectScore with noWorseThan = -1.0: expected a number above 0"),
                Arguments.of(
                        BoundsFixtures.NegativeAllocation.class,
                        here + "NegativeAllocation.m: @ExpectMaxAllocation(-8.0): expected a number of bytes per"
                                + " operation, 0 or more"),
                Arguments.of(
                        BoundsFixtures.UnknownPercentile.class,
                        here + "UnknownPercentile.m: @ExpectPercentile with percentile = 97.5: expected one of 0,"
                                + " 50, 90,"
                                + " 95, 99, 99.9, 99.99, 100"),
                Arguments.of(
                        BoundsFixtures.PercentileOfRates.class,
                        here + "PercentileOfRates.m: @ExpectPercentile with unit = ops/s: expected <time>/op with "
                                + unit),
                Arguments.of(
                        BoundsFixtures.PercentileWithoutSamples.class,
                        here + "PercentileWithoutSamples.m is expected to be p99 no worse than 1 ms/op, which does not"
                                + " match its mode, avgt. Change the unit of the bound, or @BenchmarkMode"),
                Arguments.of(
                        BoundsFixtures.UnknownMethod.class,
                        here
                                + "UnknownMethod.direct is expected to take at most 2 times the time of haep, but there is no"
                                + " case " + here
                                + "UnknownMethod.haep:threads=1; the class has the benchmarks direct, heap"),
                Arguments.of(
                        BoundsFixtures.OtherThreads.class,
                        here
                                + "OtherThreads.direct is expected to take at most 2 times the time of heap, but there is no"
                                + " case " + here
                                + "OtherThreads.heap:threads=1; the class has the benchmarks direct, heap"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void reportsMistakesBeforeMeasurement(Class<?> type, String message) {
        assertThatThrownBy(() -> bounds(type, Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(message);
    }
}
