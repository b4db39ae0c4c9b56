// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.text.PreflightException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatesTest {

    private static String refusal(String text) {
        return String.valueOf(assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> Coordinates.parse(text))
                .satisfies(e -> assertThat(e.exitStatus()).isEqualTo(2))
                .actual()
                .getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.acme:codec:1.0                 | com.acme | codec | jar | ''      | 1.0
            ' com.acme:codec:1.0 '             | com.acme | codec | jar | ''      | 1.0
            com.acme:codec:zip:1.0             | com.acme | codec | zip | ''      | 1.0
            com.acme:codec:jar:sources:1.0+b.2 | com.acme | codec | jar | sources | 1.0+b.2
            """)
    void parsesCoordinatesOfMavensResolver(
            String text, String group, String artifact, String extension, String classifier, String version) {
        assertThat(Coordinates.parse(text))
                .isEqualTo(new Coordinates(group, artifact, extension, classifier, List.of(version)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.acme:codec:1.0", "com.acme:codec:zip:1.0", "com.acme:codec:jar:sources:1.0"})
    void textOmitsDefaults(String text) {
        assertThat(Coordinates.parse(text).with("1.0")).isEqualTo(text);
        assertThat(Coordinates.parse("com.acme:codec:jar:1.0").with("2")).isEqualTo("com.acme:codec:2");
    }

    @Test
    void parsesSeveralVersions() {
        assertThat(Coordinates.parse("com.acme:codec:31.1-jre,33.4.0-jre,2-SNAPSHOT")
                        .versions())
                .containsExactly("31.1-jre", "33.4.0-jre", "2-SNAPSHOT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "codec",
                "codec.jar",
                "a:b:c:d:e:1",
                "a::1",
                "a:b:",
                "a:b:1,",
                "a:b:,1",
                "a b:c:1",
                "a:b:c d",
                "a:b:../1",
                "a:b:1/2",
                "a/b:c:1",
                "https://a/b.jar",
                "a:b",
                "a:b:[1,2)",
                "a:b:(,2]",
                "a:b:LATEST",
                "a:b:1,RELEASE",
                "a:b:1,2,1"
            })
    void rejectsInvalidCoordinates(String text) {
        assertThat(refusal(text))
                .isEqualTo("--deps " + text + ": expected group:artifact:version, such as"
                        + " com.google.guava:guava:33.4.0-jre, or"
                        + " group:artifact:extension:classifier:version. Separate several versions by commas,"
                        + " each once; ranges, LATEST and RELEASE are not supported.");
    }
}
