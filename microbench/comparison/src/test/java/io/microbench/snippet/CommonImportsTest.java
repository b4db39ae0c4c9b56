// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommonImportsTest {

    @Test
    void importsPackagesOfNamedClasses() {
        assertThat(CommonImports.of("List.of(1).stream().collect(Collectors.toSet())"))
                .containsExactly("java.util", "java.util.stream");
        assertThat(CommonImports.of("var at = new Map.Entry[1]; Lock l; LocalDate d"))
                .containsExactly("java.time", "java.util", "java.util.concurrent.locks");
    }

    @Test
    void importsNothingForOtherCode() {
        assertThat(CommonImports.of("1 + 1")).isEmpty();
        assertThat(CommonImports.of("Math.sqrt(list) + NoSuchClass.listOf(\"a\")"))
                .isEmpty();
    }

    @Test
    void findsPackageThatIsNotImported() {
        assertThat(CommonImports.missing("FileChannel")).contains("java.nio.channels");
        assertThat(CommonImports.missing("Parsed"))
                .as("of java.time.format, not public")
                .isEmpty();
        assertThat(CommonImports.missing("List")).isEmpty();
        assertThat(CommonImports.missing("String")).isEmpty();
    }

    @Test
    void importsAllIfNamesMayBeEscaped() {
        assertThat(CommonImports.of("\\u004cist.of()")).hasSize(14);
    }
}
