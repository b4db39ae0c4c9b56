// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MissingLibraryTest {

    @Test
    void returnsTheFirstCause() {
        Throwable wrapped = new ExceptionInInitializerError(new UnsatisfiedLinkError("no netty_quiche in the path"));

        assertThat(NettyTransport.missing(new IllegalStateException("failed to load", wrapped)))
                .contains(
                        "its native library cannot be used: java.lang.UnsatisfiedLinkError: no netty_quiche in the path");
    }
}
