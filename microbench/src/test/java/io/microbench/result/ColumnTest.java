// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** Tests columns of numbers and their JSON. */
class ColumnTest {

    /** Returns a column in which NaN is missing. */
    private static Column column(double... values) {
        return Column.of(Arrays.stream(values)
                .map(value -> Double.isNaN(value) ? Column.ABSENT : value)
                .toArray());
    }

    /** Returns the numbers, with NaN for missing ones. */
    private static double[] all(Column column) {
        return IntStream.range(0, column.size())
                .mapToDouble(i -> column.has(i) ? column.get(i) : Double.NaN)
                .toArray();
    }

    private static Column read(String text, int size) {
        JsonMapper mapper = new JsonMapper();
        try (JsonParser json = mapper.createParser(text)) {
            return mapper.readValue(json, ColumnJson.Draft.class).build(size, "score", ColumnJson.Limits.ANY, json);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1e-9, 123456.789, -0.001, -0.0, 1e-10, Math.PI, Double.MIN_VALUE, 1e100, 1L << 53})
    void restoresNumberBitForBit(double value) {
        Column column = column(1, value);

        assertThat(Double.doubleToRawLongBits(column.get(1))).isEqualTo(Double.doubleToRawLongBits(value));
        assertThat(column.get(0)).isEqualTo(1);
    }

    /** Tests widths that divide 64, and others, whose numbers span two words. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 31, 32, 33, 51})
    void restoresIntegersOfEveryWidth(int width) {
        double[] values = new Random(width)
                .longs(200)
                .mapToDouble(value -> (value >>> (Long.SIZE - width)) - 5)
                .toArray();
        values[7] = Column.ABSENT;

        assertThat(all(Column.of(values))).isEqualTo(values);
    }

    @Test
    void restoresNumbersWithoutRange() {
        double[] values =
                new Random(42).longs(200).mapToDouble(Double::longBitsToDouble).toArray();
        values[7] = Column.ABSENT;
        values[8] = -0.0;

        assertThat(all(Column.of(values))).isEqualTo(values);
        assertThat(Column.of(values).has(7)).isFalse();
        assertThat(Column.of(values).hasAll()).isFalse();
    }

    @Test
    void distinguishesMissingFromZero() {
        Column column = column(0, Double.NaN);

        assertThat(column.has(0)).isTrue();
        assertThat(column.has(1)).isFalse();
        assertThat(column.isConstant()).isFalse();
        assertThat(column.isAll(0)).isFalse();
        assertThat(Column.constant(Column.ABSENT, 3).isAll(Column.ABSENT)).isTrue();
        assertThat(Column.constant(0, 3).isAll(Column.ABSENT)).isFalse();
        assertThat(Column.constant(2.5, 3).isAll(2.5)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2.5 2.5 2.5             | 2.5",
                "1 2 3                   | [1,2,3]",
                "1.5 -0.25 100           | [1.5,-0.25,100]",
                "Infinity 1              | [\"Infinity\",1.0]",
                "NaN 1                   | [null,1]",
                "0 0 0 0 0 0 0 7 0       | {\"else\":0,\"at\":[7],\"is\":[7]}",
                "0 0 0 0 0 0 0 NaN       | {\"else\":0,\"at\":[7],\"is\":[null]}",
                "NaN NaN 3 NaN NaN NaN NaN NaN | {\"else\":null,\"at\":[2],\"is\":[3]}",
                "0 0 0 0 0 0 7           | [0,0,0,0,0,0,7]"
            })
    void isWrittenInShortestFormAndReadBack(String numbers, String json) {
        String[] words = numbers.strip().split(" ", -1);
        double[] values = new double[words.length];
        for (int i = 0; i < words.length; i++) {
            values[i] = Double.parseDouble(words[i]);
        }
        Column column = column(values);

        assertThat(ColumnJson.write(column)).isEqualTo(json);
        assertThat(all(read(json, values.length))).isEqualTo(values);
    }

    @Test
    void writesEmptyColumnAsEmptyList() {
        assertThat(ColumnJson.write(column())).isEqualTo("[]");
        assertThat(read("[]", 0).size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,2]                            | score has 2 values; expected 3",
                "{\"else\":0,\"at\":[1],\"is\":[]}    | score has 1 positions and 0 values",
                "{\"else\":0,\"at\":[2,1],\"is\":[5,6]} | score has positions that are not ascending from 0 to 2",
                "{\"else\":0,\"at\":[3],\"is\":[5]}   | score has positions that are not ascending from 0 to 2",
                "{\"else\":0,\"at\":[-1],\"is\":[5]}  | score has positions that are not ascending from 0 to 2",
                "{\"at\":[1],\"is\":[5]}             | else is missing",
                "[1,null,true]                    | /2: true; expected a number from -1.0E100 up to 1.0E100 or NaN, Infinity, -Infinity"
            })
    void rejectsInvalidPositions(String json, String message) {
        assertThatExceptionOfType(JacksonException.class)
                .isThrownBy(() -> read(json, 3))
                .satisfies(e -> assertThat(e.getOriginalMessage()).isEqualTo(message));
    }
}
