// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of reading and writing buffers, by kind and with checks enabled or disabled. */
@NullMarked
package io.microbench.buffer.access;

import org.jspecify.annotations.NullMarked;
