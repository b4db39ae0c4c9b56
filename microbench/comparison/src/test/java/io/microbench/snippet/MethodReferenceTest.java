// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodReferenceTest {

    /** Returns the fields of the arguments as Java declares them. */
    private static List<String> arguments(String text) {
        return MethodReference.of(text).orElseThrow().arguments().entrySet().stream()
                .map(one -> one.getKey().type() + " " + one.getKey().name() + " = " + one.getValue())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Math::abs", " java.lang.Math :: max(int:1, int:2) ;", "A$B::new()", "Math::abs(\n-1\n)"})
    void acceptsClassTwoColonsAndMethod(String text) {
        assertThat(MethodReference.of(text)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Math.abs(1)", "Math::abs + 1", "list.forEach(Math::abs)", "::abs", "Math::", "int[]::new"})
    void returnsEmptyForOtherText(String text) {
        assertThat(MethodReference.of(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            System::nanoTime                  | System.nanoTime()
            java.lang.Math::max(int:1, int:2) | java.lang.Math.max(argument1, argument2); argument1.max(argument2)
            String::length(String:abc)        | String.length(argument1); argument1.length()
            StringBuilder::new                | new StringBuilder()
            A$B::new(5)                       | new A.B(argument1)
            """)
    void acceptsReceiverAsFirstArgument(String text, String calls) {
        assertThat(MethodReference.of(text).orElseThrow().calls().stream().collect(Collectors.joining("; ")))
                .isEqualTo(calls);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            String::valueOf(char:x)                | char argument1 = 'x'
            String::valueOf(char:'x')              | char argument1 = 'x'
            String::valueOf(char:')                | char argument1 = '\\''
            String::valueOf(char:\\)               | char argument1 = '\\\\'
            String::valueOf(char:\\n)              | char argument1 = '\\n'
            Math::abs(long:-7)                     | long argument1 = -7L
            Math::abs(long:7L)                     | long argument1 = 7L
            Math::abs(float:1.5)                   | float argument1 = 1.5f
            Math::abs(float:1e-3)                  | float argument1 = 1e-3f
            Byte::toUnsignedInt(byte:-1)           | byte argument1 = (byte) -1
            String::length(String: a "b" \\)       | String argument1 = "a \\"b\\" \\\\"
            List::size(List:List.of(1, 2))         | List argument1 = List.of(1, 2)
            Arrays::hashCode(int[]:new int[] {1, 2}) | int[] argument1 = new int[] {1, 2}
            """)
    void formatsValueAsLiteralOfItsType(String text, String argument) {
        assertThat(arguments(text)).containsExactly(argument);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Math::abs(-7)                          | int argument1 = -7
            Math::abs(5000000000)                  | long argument1 = 5000000000L
            Math::sqrt(2.5)                        | double argument1 = 2.5
            Boolean::toString(true)                | boolean argument1 = true
            String::length("a:b")                  | String argument1 = "a:b"
            Objects::hashCode(List.of(1, 2))       | Object argument1 = List.of(1, 2)
            """)
    void infersTypeFromValue(String text, String argument) {
        assertThat(arguments(text)).containsExactly(argument);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a,b\", \"c\\\",\", String:d", "String:it's, \")\", String:so"})
    void ignoresCommaInLiteral(String arguments) {
        assertThat(arguments("A::join(" + arguments + ")")).hasSize(3);
    }

    @Test
    void hasNoArgumentsWithoutParentheses() {
        assertThat(arguments("Math::random")).isEmpty();
    }
}
