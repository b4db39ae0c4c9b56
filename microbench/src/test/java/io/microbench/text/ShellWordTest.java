// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {

    @Test
    void addsNoUnnecessaryQuotes() {
        assertThat(Words.quoted("-Dmicrobench.cases=a.b:size=1,2")).isEqualTo("-Dmicrobench.cases=a.b:size=1,2");
        assertThat(Words.quoted("*Codec*")).isEqualTo("'*Codec*'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "it's", "$HOME `id` \"x\" \\ ; & | * ? ~ #", "a\nb"})
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void quotesForShell(String word) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "printf %s " + Words.quoted(word)).start();

        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(word);
    }
}
