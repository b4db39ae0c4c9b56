// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.options.TimeValue;

class ScoreUnitTest {

    private static ScoreUnit unit(String text) {
        return ScoreUnit.parse(text).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "THROUGHPUT, ops/ms, true",
        "AVERAGE_TIME, ns/op, false",
        "SAMPLE_TIME, us/op, false",
        "SINGLE_SHOT_TIME, s/op, false"
    })
    void takesDirectionFromModeAndUnit(Mode mode, String unit, boolean higherIsBetter) {
        assertThat(ScoreUnit.of(mode, unit).higherIsBetter()).isEqualTo(higherIsBetter);
    }

    @ParameterizedTest
    @EnumSource(TimeUnit.class)
    void readsUnitsOfJmh(TimeUnit time) {
        String label = TimeValue.tuToString(time);
        assertThat(unit("ops/" + label).nanos()).isEqualTo((double) time.toNanos(1));
        assertThat(unit(label + "/op").nanos()).isEqualTo((double) time.toNanos(1));
    }

    @ParameterizedTest
    @CsvSource({
        "ops/ms, ops/s, 1000",
        "ops/s, ops/ms, 0.001",
        "ns/op, us/op, 0.001",
        "s/op, ns/op, 1e9",
        "ops/min, ops/s, 0.016666666667"
    })
    void convertsBetweenUnits(String from, String to, double factor) {
        assertThat(unit(from).factorTo(unit(to))).isEqualTo(factor, within(factor * 1e-9));
    }

    @Test
    void doesNotConvertRatesToTimes() {
        assertThat(unit("ops/s").convertsTo(unit("s/op"))).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> unit("ops/s").factorTo(unit("s/op")))
                .withMessage("ops/s and s/op: a rate and a time cannot be compared");
    }

    @ParameterizedTest
    @CsvSource({"B/op", "ops", "ops/fortnight", "furlong/op", "''", "MB/sec"})
    void rejectsOtherUnits(String unit) {
        assertThat(ScoreUnit.parse(unit)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScoreUnit.of(Mode.AVERAGE_TIME, unit))
                .withMessageContaining("Unit " + unit + " of mode avgt: expected ops/<time> or <time>/op");
    }

    @Test
    void rejectsUnitOfOtherDirection() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScoreUnit.of(Mode.THROUGHPUT, "ns/op"))
                .withMessage("Unit ns/op does not match mode thrpt: throughput is in ops/<time>");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScoreUnit.of(Mode.AVERAGE_TIME, "ops/s"))
                .withMessage("Unit ops/s does not match mode avgt: times are in <time>/op");
    }
}
