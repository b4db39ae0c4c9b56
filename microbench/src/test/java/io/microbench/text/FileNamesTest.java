// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileNamesTest {

    private final FileNames names = new FileNames("snippet");

    @Test
    void areValidOnEveryFileSystem() {
        assertThat(names.of("java.lang.Math::abs(int:-1)")).isEqualTo("java.lang.Math-abs-int-1");
        assertThat(names.of("Arrays.hashCode(input) {n=10, m=2}")).isEqualTo("Arrays.hashCode-input-n=10-m=2");
        assertThat(names.of("../../etc/passwd")).isEqualTo("etc-passwd");
        assertThat(names.of("x".repeat(1000))).isEqualTo("x".repeat(80));
        assertThat(names.of("§$%")).isEqualTo("snippet");
    }

    @Test
    void areUnique() {
        assertThat(names.of("a + b")).isEqualTo("a-b");
        assertThat(names.of("a - b")).isEqualTo("a-b-2");
        assertThat(names.of("A * B")).isEqualTo("A-B-3");
    }
}
