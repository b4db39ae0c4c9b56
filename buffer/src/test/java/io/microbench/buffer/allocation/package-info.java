// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of allocation as it differs from that of one size on event loops with nobody watching. */
@NullMarked
package io.microbench.buffer.allocation;

import org.jspecify.annotations.NullMarked;
