// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of searching for a byte, or several in a row, in a buffer. */
@NullMarked
package io.microbench.buffer.search;

import org.jspecify.annotations.NullMarked;
