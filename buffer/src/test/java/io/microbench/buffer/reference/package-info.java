// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of what it costs to count who uses a buffer, and to find those who forgot to release one. */
@NullMarked
package io.microbench.buffer.reference;

import org.jspecify.annotations.NullMarked;
