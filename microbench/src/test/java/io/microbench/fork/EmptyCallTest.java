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
        assertThat(EmptyCall.nanos()).isPositive().isFinite();
    }
}
