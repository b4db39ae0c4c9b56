// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of reference counting and of leak detection. */
@NullMarked
package io.microbench.buffer.reference;

import org.jspecify.annotations.NullMarked;
