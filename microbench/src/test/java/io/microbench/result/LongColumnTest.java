// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Column.LongColumn;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongColumnTest {

    private static LongColumn column(long... values) {
        return LongColumn.of(values, values.length);
    }

    private static long[] all(LongColumn column) {
        return LongStream.range(0, column.size()).map(i -> column.get((int) i)).toArray();
    }

    /** Widths that divide 64, and others, whose numbers reach from one word into the next. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 31, 32, 33, 63, 64})
    void numbersOfEveryWidthComeBack(int width) {
        long[] values = new Random(width)
                .longs(200)
                .map(value -> (value >>> (Long.SIZE - width)) - 5)
                .toArray();

        assertThat(all(column(values))).isEqualTo(values);
    }

    @Test
    void theWholeRangeOfALongFits() {
        long[] values = {Long.MAX_VALUE, 0, Long.MIN_VALUE, -1, 1};

        assertThat(all(column(values))).isEqualTo(values);
    }

    @Test
    void isConstantWhereAllAreTheSame() {
        assertThat(column(-7, -7, -7).isConstant()).isTrue();
        assertThat(column(-7, -7, -7).isAll(-7)).isTrue();
        assertThat(column(-7, -7, -7).isAll(7)).isFalse();
        assertThat(column(-7, -7, -6).isConstant()).isFalse();
        assertThat(column(-7, -7, -6).isAll(-7)).isFalse();
    }

    @Test
    void anEmptyColumnIsAllOfEverything() {
        assertThat(column().size()).isZero();
        assertThat(column().isAll(1)).isTrue();
        assertThat(column().isAll(2)).isTrue();
    }

    @Test
    void onlySoManyOfTheArrayAreTaken() {
        assertThat(all(LongColumn.of(new long[] {1, 2, 99}, 2))).containsExactly(1, 2);
    }

    @Test
    void addingANumberToEachLeavesTheColumnAsItWas() {
        LongColumn column = column(3, 1, 2);

        assertThat(all(column.plus(10))).containsExactly(13, 11, 12);
        assertThat(all(column.plus(-1))).containsExactly(2, 0, 1);
        assertThat(all(column)).containsExactly(3, 1, 2);
    }
}
