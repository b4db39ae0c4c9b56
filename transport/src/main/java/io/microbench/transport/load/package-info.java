// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Clients that send messages, their measurements, and tables of them. */
@NullMarked
package io.microbench.transport.load;

import org.jspecify.annotations.NullMarked;
