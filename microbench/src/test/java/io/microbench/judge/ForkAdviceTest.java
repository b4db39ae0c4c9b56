// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict.ForkAdvice;
import org.junit.jupiter.api.Test;

class ForkAdviceTest {

    @Test
    void namesANumberThatSomebodyWouldRun() {
        assertThat(ForkAdvice.deciding(1)).isEqualTo("1 more fork a side would decide");
        assertThat(ForkAdvice.deciding(20)).isEqualTo("20 more forks a side would decide");
    }

    @Test
    void namesNoNumberBeyond() {
        assertThat(ForkAdvice.deciding(21)).isEqualTo("more forks are unlikely to help");
        assertThat(ForkAdvice.isReasonable(Integer.MAX_VALUE)).isFalse();
    }
}
