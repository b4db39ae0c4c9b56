// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of allocation with other sizes, on other threads, and with recorded events. */
@NullMarked
package io.microbench.buffer.allocation;

import org.jspecify.annotations.NullMarked;
