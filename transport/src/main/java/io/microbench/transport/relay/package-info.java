// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Relays that stand between two ends of a transport and delay, hold back, or drop what travels. */
@NullMarked
package io.microbench.transport.relay;

import org.jspecify.annotations.NullMarked;
