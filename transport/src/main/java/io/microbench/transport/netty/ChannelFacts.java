// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Fact;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What is known of a channel beyond what it transports. */
interface ChannelFacts {

    /** Asks for what is in force. */
    CompletableFuture<List<Fact>> settings();

    /** Asks for what the kernel or the library has counted, or says that it does not. */
    CompletableFuture<List<Fact>> counters();
}
