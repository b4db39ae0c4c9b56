// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.settings.JvmVariants.JvmVariant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmVariantsTest {

    private static final String HERE = Integer.toString(Runtime.version().feature());

    private static Map<String, List<String>> read(String setting) {
        return JvmVariants.arguments(JvmVariants.items(setting));
    }

    @Test
    void readsNamedArgumentsInGivenOrder() {
        assertThat(read(" zgc=-XX:+UseZGC  -Xmx1g ; g1 = '-Da=b; c' ;plain="))
                .containsExactly(
                        Map.entry("zgc", List.of("-XX:+UseZGC", "-Xmx1g")),
                        Map.entry("g1", List.of("-Da=b; c")),
                        Map.entry("plain", List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing| nothing: expected a name ",
                "a b=-Xint| a b=-Xint: expected a name ",
                "=-Xint| =-Xint: expected a name ",
                "a/b=| a/b=: expected a name ",
                "a=1;a=2| a is given twice: names must be unique",
                "a=\"b| a=\"b: a quote is not closed. Close it"
            })
    void rejectsInvalidVariants(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Da=b c", "it's", "say \"hi\"", "a;b", "'\"", "-XX:CompileCommand=print,*Foo.bar"})
    void readsWordsThatItWrites(String word) {
        Map<String, List<String>> written = Map.of("x", List.of("-Xint", word));

        assertThat(read(JvmVariants.text(written))).isEqualTo(written);
    }

    @Test
    void combinesEachSetOfArgumentsWithEachJvm() {
        List<JvmVariant> jvm = JvmVariants.jvms(List.of(HERE), InstalledJdks::here);

        assertThat(jvm).singleElement().satisfies(only -> {
            assertThat(only.isNamed()).isFalse();
            assertThat(only.jdk()).isPresent();
        });
        assertThat(JvmVariants.all(jvm, read("a=;b=-Xint")))
                .extracting(JvmVariant::name, JvmVariant::jdk)
                .containsExactly(
                        tuple("a", jvm.get(0).jdk()), tuple("b", jvm.get(0).jdk()));
        List<JvmVariant> two = List.of(
                new JvmVariant("17", jvm.get(0).jdk(), List.of()),
                new JvmVariant("25", jvm.get(0).jdk(), List.of()));
        assertThat(JvmVariants.all(two, read("a=;b=")))
                .extracting(JvmVariant::name)
                .containsExactly("17 a", "17 b", "25 a", "25 b");
        assertThat(JvmVariants.all(two, Map.of())).isEqualTo(two);
        assertThat(JvmVariants.all(List.of(), read("a=-Xint")))
                .containsExactly(new JvmVariant("a", Optional.empty(), List.of("-Xint")));
        assertThat(JvmVariants.all(List.of(), Map.of())).isEmpty();
    }

    @Test
    void rejectsDuplicateJvm() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmVariants.jvms(List.of(HERE, HERE), InstalledJdks::here))
                .withMessage(HERE + " is given twice. Remove one of them");
    }
}
