// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Relays between two ends of a transport that delay, hold back, or drop data. */
@NullMarked
package io.microbench.transport.relay;

import org.jspecify.annotations.NullMarked;
