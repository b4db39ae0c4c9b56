// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of copying bytes from one buffer into another, and of zeroing them. */
@NullMarked
package io.microbench.buffer.copy;

import org.jspecify.annotations.NullMarked;
