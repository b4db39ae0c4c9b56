/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectionTest {

    @ParameterizedTest
    @CsvSource({
        "thrpt, ops/ns, HIGHER_IS_BETTER",
        "thrpt, ops/day, HIGHER_IS_BETTER",
        "avgt, ns/op, LOWER_IS_BETTER",
        "sample, us/op, LOWER_IS_BETTER",
        "ss, s/op, LOWER_IS_BETTER"
    })
    void followsFromTheMode(String mode, String unit, Direction expected) {
        assertThat(Direction.of(mode, unit)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"thrpt, ns/op", "avgt, ops/ns", "sample, MB/s", "ss, ''", "thrpt, B/op", "all, ops/s", "'', ns/op"})
    void isNeverGuessed(String mode, String unit) {
        assertThatThrownBy(() -> Direction.of(mode, unit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mode " + mode);
    }

    @Test
    void turnsAChangeIntoSpeed() {
        assertThat(Direction.HIGHER_IS_BETTER.speedRatio(100, 50)).isEqualTo(0.5);
        assertThat(Direction.LOWER_IS_BETTER.speedRatio(100, 50)).isEqualTo(2);
        assertThat(Direction.LOWER_IS_BETTER.speedRatio(0, 0)).isEqualTo(1);
    }
}
