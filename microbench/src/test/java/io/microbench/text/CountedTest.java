// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTest {

    @Test
    void usesSingularForOneOnly() {
        assertThat(Counted.of(0, "case")).isEqualTo("0 cases");
        assertThat(Counted.of(1, "case")).isEqualTo("1 case");
        assertThat(Counted.of(2, "case")).isEqualTo("2 cases");
        assertThat(Counted.of(1, "case is", "cases are")).isEqualTo("1 case is");
        assertThat(Counted.of(12, "case is", "cases are")).isEqualTo("12 cases are");
    }
}
