// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of reading and writing what is in a buffer, by its kind and with its checks on or off. */
@NullMarked
package io.microbench.buffer.access;

import org.jspecify.annotations.NullMarked;
