// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

/**
 * The calls that a node had counted at one moment.
 *
 * @param nanos on the clock of the node, from whenever it counts
 * @param calls that all its workers had completed
 */
record CallCount(long nanos, long calls) {}
