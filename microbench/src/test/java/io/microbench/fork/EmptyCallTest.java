/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmptyCallTest {

    @Test
    void nothingTakesSomeTime() {
        EmptyCall.nanos().ifPresent(nanos -> assertThat(nanos).isPositive().isFinite());
    }

    @Test
    void aThreadThatHadToWaitForAProcessorKnowsNothing() {
        assertThat(EmptyCall.knows(70, 100)).isTrue();
        assertThat(EmptyCall.knows(69, 100)).isFalse();
    }
}
