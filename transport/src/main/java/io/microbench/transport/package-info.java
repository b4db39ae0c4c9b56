// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Interfaces of transports of messages: frames, endpoints, nodes that echo, relays in between, and plain sockets for comparison. */
@NullMarked
package io.microbench.transport;

import org.jspecify.annotations.NullMarked;
