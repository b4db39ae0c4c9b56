// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.result.Failure;

/**
 * Why a round counts for nothing.
 *
 * @param node the name of the node that it began with; empty where somebody stopped the run
 * @param failure what happened there
 * @param end whether the nodes can measure nothing else either
 */
record Trouble(String node, Failure failure, boolean end) {}
