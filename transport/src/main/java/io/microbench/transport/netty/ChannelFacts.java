// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Fact;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Settings and counters of a channel. */
interface ChannelFacts {

    /** Reads the effective settings. */
    CompletableFuture<List<Fact>> settings();

    /** Reads the counters of the kernel or the library, or notes that there are none. */
    CompletableFuture<List<Fact>> counters();
}
