// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.microbench.snippet.MethodReference.Call;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodReferenceTest {

    /** A class with a static and an instance method of the same name. */
    @SuppressWarnings("unused")
    public static class Twice {

        public int of(int number) {
            return number;
        }

        public static int of(String text, int number) {
            return text.length() + number;
        }

        public static String join(String first, String second, String third) {
            return first + second + third;
        }

        static int hidden() {
            return 1;
        }
    }

    private static final String OWN = Twice.class.getName();

    private static Call call(String text) {
        return MethodReference.resolve(
                text, MethodReferenceTest.class.getClassLoader(), List.of("java.lang.", "java.util."));
    }

    /** Returns the fields of the arguments as Java declares them. */
    private static List<String> arguments(Call call) {
        return call.arguments().entrySet().stream()
                .map(one -> one.getKey().type() + " " + one.getKey().name() + " = " + one.getValue())
                .toList();
    }

    private static String message(String text) {
        return String.valueOf(assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> call(text))
                .actual()
                .getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Math::abs", " java.lang.Math :: max(int:1, int:2) ;", "A$B::new()", "Math::abs(\n-1\n)"})
    void aClassTwoColonsAndAMethodAreAReference(String text) {
        assertThat(MethodReference.is(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Math.abs(1)", "Math::abs + 1", "list.forEach(Math::abs)", "::abs", "Math::", "int[]::new"})
    void anythingElseIsNot(String text) {
        assertThat(MethodReference.is(text)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> call(text)).withMessage(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Math::sqrt           | java.lang.Math.sqrt(argument1)           | Math::sqrt(double:42.0)
            Math::max            | java.lang.Math.max(argument1, argument2) | Math::max(int:42, int:42)
            Short::toUnsignedInt | java.lang.Short.toUnsignedInt(argument1) | Short::toUnsignedInt(short:42)
            Byte::toUnsignedInt  | java.lang.Byte.toUnsignedInt(argument1)  | Byte::toUnsignedInt(byte:42)
            Character::isDigit   | java.lang.Character.isDigit(argument1)   | Character::isDigit(int:42)
            String::isEmpty      | argument1.isEmpty()                      | String::isEmpty(java.lang.String:"text")
            StringBuilder::new   | new java.lang.StringBuilder()            |
            StringBuilder::length | argument1.length()                      | StringBuilder::length(java.lang.StringBuilder:new java.lang.StringBuilder())
            LinkedHashMap::size  | argument1.size()                         | LinkedHashMap::size(java.util.LinkedHashMap:new java.util.LinkedHashMap())
            Boolean::hashCode    | java.lang.Boolean.hashCode(argument1)    | Boolean::hashCode(boolean:true)
            """)
    void argumentsThatAreNotGivenAreMadeUpAndReported(String text, String expected, String measured) {
        Call call = call(text);

        assertThat(call.call()).isEqualTo(expected);
        assertThat(call.note().orElse("")).isEqualTo(measured == null ? "" : text + " is measured as " + measured);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Boolean::hashCode", "Float::floatToIntBits", "Byte::hashCode", "Character::reverseBytes"})
    void whatIsReportedAsMeasuredCanBeGivenAsASnippet(String text) {
        Call made = call(text);
        String[] note = made.note().orElse("").split(" is measured as ", -1);

        Call given = call(note[1]);
        assertThat(given.call()).isEqualTo(made.call());
        assertThat(given.arguments()).isEqualTo(made.arguments());
        assertThat(given.note()).isEmpty();
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
            Math::abs(-7)                          | int argument1 = -7
            Byte::toUnsignedInt(byte:-1)           | byte argument1 = (byte) -1
            String::length(String: a "b" \\)       | String argument1 = "a \\"b\\" \\\\"
            String::length("a:b")                  | java.lang.String argument1 = "a:b"
            List::size(List:List.of(1, 2))         | List argument1 = List.of(1, 2)
            Arrays::hashCode(int[]:new int[] {1, 2}) | int[] argument1 = new int[] {1, 2}
            """)
    void aValueIsWrittenAsJavaWritesThatOfItsType(String text, String argument) {
        assertThat(arguments(call(text))).containsExactly(argument);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a,b\", \"c\\\",\", String:d", "String:it's, \")\", String:so"})
    void aCommaWithinALiteralSeparatesNothing(String arguments) {
        assertThat(call(OWN + "::join(" + arguments + ")").arguments()).hasSize(3);
    }

    @Test
    void ofAStaticMethodAndAnotherOneTheTypesDecide() {
        assertThat(call(OWN + "::of(String:a, int:1)").call()).endsWith("Twice.of(argument1, argument2)");
        assertThat(call(OWN + "::of(Twice:new Twice(), int:1)").call()).isEqualTo("argument1.of(argument2)");
        assertThat(call("Boolean::toString(boolean:true)").call()).isEqualTo("java.lang.Boolean.toString(argument1)");
        assertThat(call("Boolean::toString(Boolean:true)").call()).isEqualTo("argument1.toString()");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Math::abs()              | Math::abs does not take 0 arguments: there is public static int java.lang.Math.abs(int)
            Math::abs(1, 2)          | Math::abs does not take 2 arguments: there is public static int java.lang.Math.abs(int)
            List::size               | List::size needs arguments, such as List::size(java.util.List) with a value after each type, int:42.
            Mathh::abs               | Mathh::abs: there is no class Mathh. Name it with its package, and its jar or folder in the class path.
            String::lenght           | String::lenght: java.lang.String has no public method lenght. Did you mean length?
            Math::new                | Math::new: java.lang.Math has no public constructor.
            """)
    void whatCannotBeCalledIsNamedWithWhatCan(String text, String message) {
        assertThat(message(text)).isEqualTo(message);
    }

    @Test
    void aMethodThatIsNotPublicIsNotSeen() {
        assertThat(message(OWN + "::hidden")).contains(OWN + " has no public method hidden.");
    }
}
