// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.ForkProbe.EmptyCall;
import org.junit.jupiter.api.Test;

class EmptyCallTest {

    @Test
    void measuresPositiveTime() {
        EmptyCall.nanos().ifPresent(nanos -> assertThat(nanos).isPositive().isFinite());
    }

    @Test
    void returnsNothingIfThreadWaitedForProcessor() {
        assertThat(EmptyCall.knows(70, 100)).isTrue();
        assertThat(EmptyCall.knows(69, 100)).isFalse();
    }

    @Test
    void suspectsOnlyShortCalls() {
        assertThat(EmptyCall.isOfInterest(2.4)).isTrue();
        assertThat(EmptyCall.isOfInterest(0)).isTrue();
        assertThat(EmptyCall.isOfInterest(5)).isFalse();
    }
}
