// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Throughput and latency as workers are added: curves over the rungs of a ladder, and the search for their peak. */
@NullMarked
package io.microbench.scaling;

import org.jspecify.annotations.NullMarked;
