// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissingArgumentTest {

    private static final String VECTOR = "jdk/incubator/vector/IntVector";

    @Test
    void suggestsFixForClassThatCannotBeLoaded() {
        assertThat(MissingArgument.message("p.A", new NoClassDefFoundError(VECTOR)))
                .isEqualTo("p.A cannot be loaded in this JVM (java.lang.NoClassDefFoundError: " + VECTOR
                        + "). Add --add-modules=jdk.incubator.vector to the <argLine> of Surefire, and to"
                        + " @Fork(jvmArgsAppend = ...) or to microbench.jvmArgs.");
        assertThat(MissingArgument.message(
                        "p.A",
                        new UnsupportedClassVersionError("compiled by a more recent version of the Java Runtime")))
                .endsWith("Run Maven, or the microbench command, with a newer JDK.");
        assertThat(MissingArgument.message("p.A", new NoClassDefFoundError("com/acme/Base")))
                .endsWith("A class that it needs is missing on the class path: add its library with -cp, or to the"
                        + " dependencies.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "module java.base does not export sun.nio.ch to unnamed module @1b2|--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "module java.base does not \"opens java.lang\" to unnamed module @1|--add-opens=java.base/java.lang=ALL-UNNAMED",
                "something else|"
            })
    void namesArgumentForClosedPackage(String message, String argument) {
        assertThat(MissingArgument.of(new IllegalAccessError("X cannot access Y because " + message)))
                .isEqualTo(Optional.ofNullable(argument));
    }

    @Test
    void namesArgumentForPreviewFeaturesAndModules() {
        assertThat(MissingArgument.of(new UnsupportedClassVersionError(
                        "Preview features are not enabled for A (class file version 61.65535). Try running with"
                                + " '--enable-preview'")))
                .contains("--enable-preview");
        assertThat(MissingArgument.of(new NoClassDefFoundError("L" + VECTOR + ";")))
                .contains("--add-modules=jdk.incubator.vector");
        assertThat(MissingArgument.of(new NoClassDefFoundError("Could not initialize class com.acme.Base")))
                .isEmpty();
    }
}
