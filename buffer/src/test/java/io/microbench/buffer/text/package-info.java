// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of text on its way into buffers and out of them. */
@NullMarked
package io.microbench.buffer.text;

import org.jspecify.annotations.NullMarked;
