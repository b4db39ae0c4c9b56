// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.result.Failure;

/**
 * Why a round does not count.
 *
 * @param node the name of the node that it began with; empty if the user stopped the run
 * @param failure what happened there
 * @param end whether the nodes cannot measure anything else either
 */
record Trouble(String node, Failure failure, boolean end) {}
