// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Transports based on Netty. */
@NullMarked
package io.microbench.transport.netty;

import org.jspecify.annotations.NullMarked;
