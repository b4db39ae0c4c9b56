/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedRateTest {

    @Test
    void oneSlowIterationDoesNotChangeTheRate() {
        CountedRate rate = new CountedRate(4, 2);
        rate.add(100);
        rate.add(2);
        rate.add(104);

        assertThat(rate.median()).isEqualTo(100);
    }

    @Test
    void ofAnEvenNumberOfIterationsIsTheMiddle() {
        CountedRate rate = new CountedRate(4, 2);
        rate.add(104);
        rate.add(100);

        assertThat(rate.median()).isEqualTo(102);
    }
}
