// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

/**
 * Consecutive keys.
 *
 * @param first the lowest
 * @param end one more than the highest
 */
record KeyRange(long first, long end) {}
