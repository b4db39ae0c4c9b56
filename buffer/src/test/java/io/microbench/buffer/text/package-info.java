// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of writing text into buffers and reading it. */
@NullMarked
package io.microbench.buffer.text;

import org.jspecify.annotations.NullMarked;
