// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Decides when enough has been measured: inside a fork ({@link io.microbench.stopping.StopRule}) and over forks ({@link
 * io.microbench.stopping.ForkRule}). Pure: numbers in, decision out, so that every rule can be replayed over stored series.
 */
@NullMarked
package io.microbench.stopping;

import org.jspecify.annotations.NullMarked;
