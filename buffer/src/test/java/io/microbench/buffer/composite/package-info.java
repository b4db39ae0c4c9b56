// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks that compare composite buffers with a single copy of their components. */
@NullMarked
package io.microbench.buffer.composite;

import org.jspecify.annotations.NullMarked;
