// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Rules for the end of a measurement, inside a fork ({@link io.microbench.stopping.StopRule}) and over forks
 * ({@link io.microbench.stopping.ForkRule}). Decisions depend only on numbers, so that every rule can be replayed over
 * stored series.
 */
@NullMarked
package io.microbench.stopping;

import org.jspecify.annotations.NullMarked;
