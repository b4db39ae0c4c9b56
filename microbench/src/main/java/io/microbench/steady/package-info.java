/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Decides when enough has been measured: inside a fork ({@link io.microbench.steady.StopRule}) and over forks ({@link
 * io.microbench.steady.ForkRule}). Pure: numbers in, decision out, so that every rule can be replayed over stored series.
 */
@NullMarked
package io.microbench.steady;

import org.jspecify.annotations.NullMarked;
