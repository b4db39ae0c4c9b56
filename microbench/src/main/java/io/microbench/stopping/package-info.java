// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Rules for the end of a measurement inside a fork ({@link io.microbench.stopping.StopRule}). They only depend on numbers, so they
 * can be replayed on stored series.
 */
@NullMarked
package io.microbench.stopping;

import org.jspecify.annotations.NullMarked;
