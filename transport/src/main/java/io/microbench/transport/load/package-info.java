// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Clients that send messages, what they measure, and tables of it. */
@NullMarked
package io.microbench.transport.load;

import org.jspecify.annotations.NullMarked;
