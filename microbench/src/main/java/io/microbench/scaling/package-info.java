// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Throughput and latency as workers are added: ladders of thread counts, the curves measured on them, and the search for their peak. */
@NullMarked
package io.microbench.scaling;

import org.jspecify.annotations.NullMarked;
