// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of many buffers that look like one, against one that they were copied into. */
@NullMarked
package io.microbench.buffer.composite;

import org.jspecify.annotations.NullMarked;
