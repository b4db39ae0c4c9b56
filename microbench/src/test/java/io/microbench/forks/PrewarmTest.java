// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/** Tests that all prewarmed objects work more than once. */
class PrewarmTest {

    @Test
    void usesEverythingTwice() {
        assertThatCode(Prewarm::ofForks).doesNotThrowAnyException();
        assertThatCode(Prewarm::ofForks).doesNotThrowAnyException();
        assertThat(Blackholes.mode()).isNotEqualTo("N/A");
    }
}
