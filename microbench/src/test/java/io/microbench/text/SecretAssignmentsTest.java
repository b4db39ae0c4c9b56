// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.text.Redaction.SecretAssignments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where a value in running text begins and ends. */
class SecretAssignmentsTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "password=x                         | password=***",
                "a.password=x,b.password=y          | a.password=***,b.password=***",
                "password=x,user=me                 | password=***,user=me",
                "password=a,b,user=me               | password=***,user=me",
                "(password=x), then                 | (password=***), then",
                "password=x). Next                  | password=***). Next",
                "password=x; it failed              | password=***; it failed",
                "url?token=x&size=3                 | url?token=***&size=3",
                "password=\"two words\" size=3      | password=*** size=3",
                "password='it''s' size=3            | password=***'s' size=3",
                "{password=x, size=3}               | {password=***, size=3}",
                "secret==x                          | secret=***"
            })
    void endsValueWhereSentenceContinues(String text, String expected) {
        assertThat(SecretAssignments.cut(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "=x", "password", "password=", "password= x", "size=3", "size=3 = 4", "key=5"})
    void keepsOtherText(String text) {
        assertThat(SecretAssignments.cut(text)).isEqualTo(text);
    }

    @Test
    void endsQuotedValueAtEndOfLine() {
        assertThat(SecretAssignments.cut("password=\"open\nnext=1 \"quoted\""))
                .doesNotContain("open")
                .contains("next=1 \"quoted\"");
    }

    @Test
    void masksEveryLine() {
        assertThat(SecretAssignments.cut("token=a\nsize=1\ndb.password=b\tend"))
                .isEqualTo("token=***\nsize=1\ndb.password=***\tend");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Ddb.password=a;b&c,d", "-Ddb.password='a b'c", "-Ddb.password=\"a b", "-Dkey=x"})
    void masksWholeWordOfProperty(String argument) {
        String name = argument.substring(0, argument.indexOf('='));

        assertThat(SecretAssignments.cut(argument)).isEqualTo(name + "=***");
    }
}
