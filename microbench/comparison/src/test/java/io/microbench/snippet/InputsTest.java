// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputsTest {

    private static final Inputs NONE = new Inputs(Map.of());

    private static Inputs twoInputs() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        values.put("n", List.of("10", "20"));
        values.put("kind", List.of("a", "b", "c"));
        return new Inputs(values);
    }

    @Test
    void changesLastInputFastest() {
        assertThat(twoInputs().combinations().stream().map(Inputs::text))
                .containsExactly(
                        "n = 10, kind = a",
                        "n = 10, kind = b",
                        "n = 10, kind = c",
                        "n = 20, kind = a",
                        "n = 20, kind = b",
                        "n = 20, kind = c");
    }

    @Test
    void returnsOneEmptyCombinationWithoutInputs() {
        assertThat(NONE.combinations()).containsExactly(Map.of());
        assertThat(Inputs.text(Map.of())).isEmpty();
        assertThat(NONE.fields()).isEmpty();
        assertThat(NONE.reading()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1, -2, +3               | int
            2147483647, -2147483648 | int
            1, 2147483648           | long
            -9223372036854775808    | long
            9223372036854775808     | double
            1, 2.5                  | double
            1e3, NaN, -Infinity     | double
            true, false             | boolean
            true, True              | String
            true, 1                 | String
            1, two                  | String
            ''                      | String
            1,                      | String
            """)
    void selectsNarrowestCommonType(String values, String type) {
        assertThat(Inputs.type(List.of(values.split(", ?", -1)))).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7     | int n     | n = Integer.parseInt(values.get("n"));
            7e9   | double n  | n = Double.parseDouble(values.get("n"));
            70000000000 | long n | n = Long.parseLong(values.get("n"));
            true  | boolean n | n = Boolean.parseBoolean(values.get("n"));
            seven | String n  | n = values.get("n");
            """)
    void declaresInputAsTypedStaticField(String value, String field, String reading) {
        Inputs inputs = new Inputs(Map.of("n", List.of(value)));

        assertThat(inputs.fields()).isEqualTo("static " + field + ";\n");
        assertThat(inputs.reading()).isEqualTo(reading + "\n");
    }

    @Test
    void declaresFieldsInOrderOfInputs() {
        assertThat(twoInputs().fields()).isEqualTo("static int n;\nstatic String kind;\n");
    }
}
