// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.SnippetReader.Sink;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTypeTest {

    private final Javac javac = Javac.open(List.of(), false, OptionalInt.empty());

    @AfterEach
    void close() {
        javac.close();
    }

    /** Returns the type of a field that holds each of the values. */
    private Optional<String> type(String... values) {
        String statements = Stream.of(values)
                .map(value -> Sink.typed().before() + value + Sink.typed().after())
                .collect(Collectors.joining());
        String text = "import java.util.*;\nclass A { void a(List<?> any) {" + statements + "} }";
        return ResultType.of(new Source("A.java", text), List.of(), javac);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1                                     | int
            (byte) 1                              | byte
            'a'                                   | char
            1 / 2f                                | float
            Integer.valueOf(1)                    | java.lang.Integer
            new int[1][2]                         | int[][]
            new TreeMap<String, int[]>()          | java.util.TreeMap<java.lang.String,int[]>
            any.get(0)                            | java.lang.Object
            List.of(1, "a")                       | java.util.List
            new Object() { int b; }               | java.lang.Object
            new Thread() { }                      | java.lang.Thread
            new Runnable() { public void run() {} } | java.lang.Runnable
            Map.entry(1, "a").getKey() == 1       | boolean
            """)
    void returnsTypeOfValue(String value, String type) {
        assertThat(type(value)).contains(type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1        | 2            | int
            1        | 2L           | Object
            "a"      | "b"          | java.lang.String
            true     | false        | boolean
            1        | true         | Object
            1        | "a"          | Object
            'a'      | 1            | Object
            "a"      | new Object() | Object
            """)
    void returnsCommonTypeOrObject(String one, String other, String type) {
        assertThat(type(one, other)).contains(type);
    }

    @Test
    void returnsEmptyWithoutTypedValue() {
        assertThat(type()).isEmpty();
        assertThat(type("System.gc()")).isEmpty();
        assertThat(type("() -> 1")).isEmpty();
    }
}
