// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MoreForksTest {

    @Test
    void suggestsRealisticNumber() {
        assertThat(CaseVerdict.deciding(1)).isEqualTo("1 more fork per side would decide");
        assertThat(CaseVerdict.deciding(20)).isEqualTo("20 more forks per side would decide");
    }

    @Test
    void suggestsNoNumberAboveLimit() {
        assertThat(CaseVerdict.deciding(21)).isEqualTo("more forks are unlikely to help");
        assertThat(CaseVerdict.isReasonable(Integer.MAX_VALUE)).isFalse();
    }
}
