// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.text.PreflightException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckJvmTest {

    private static JvmVariant variant(String... arguments) {
        return new JvmVariant("odd", Optional.empty(), List.of(arguments));
    }

    @Test
    void acceptsJvmThatStarts() {
        assertThatNoException().isThrownBy(() -> CheckJvm.require(variant("-Xint")));
    }

    @Test
    void reportsMessageOfJvmWithoutSecrets() {
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> CheckJvm.require(variant("-Dmy.password=open", "-XX:+NoSuchFlag")))
                .withMessageStartingWith("The JVM of the variant odd does not start: ")
                .withMessageEndingWith(
                        " -Dmy.password=*** -XX:+NoSuchFlag: Unrecognized VM option 'NoSuchFlag'. Correct its"
                                + " arguments, or leave the variant out.");
    }

    @Test
    void reportsMissingCommand() {
        assertThat(CheckJvm.problem("no-such-command", List.of()))
                .hasValueSatisfying(why -> assertThat(why).contains("no-such-command"));
    }
}
