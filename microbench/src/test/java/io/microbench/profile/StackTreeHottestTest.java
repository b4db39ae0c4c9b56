// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.profile.StackTree.HotFrame;
import org.junit.jupiter.api.Test;

class StackTreeHottestTest {

    private static final String TEXT = """
            Stack profiler:

            ....[Thread state distributions]....................................................................
             83.3%         TIMED_WAITING
             16.7%         RUNNABLE

            ....[Thread state: TIMED_WAITING]...................................................................
             66.7%  80.0% java.lang.Object.wait

            ....[Thread state: RUNNABLE]........................................................................
              9.3%  55.6% com.acme.Codec.encode
                          com.acme.Codec.all
              5.5%  33.0% com.acme.jmh_generated.Codec_jmhTest.encode_thrpt_jmhStub
                          java.lang.Thread.run
              1.9%  11.4% <stack is empty, everything is filtered?>
              0.0%   0.1% com.acme.Codec.rare


            """;

    @Test
    void readsMethodsOfRunningThreads() {
        assertThat(StackTree.hottest(TEXT, 9))
                .containsExactly(
                        new HotFrame("com.acme.Codec.encode", 0.556, 0.556),
                        new HotFrame("the loop of JMH", 0.33, 0.33),
                        new HotFrame("com.acme.Codec.rare", 0.001, 0.001));
    }

    @Test
    void readsAtMostRequestedNumber() {
        assertThat(StackTree.hottest(TEXT, 1)).hasSize(1);
        assertThat(StackTree.hottest("", 1)).isEmpty();
    }
}
