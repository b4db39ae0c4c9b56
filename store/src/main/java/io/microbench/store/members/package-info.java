// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Starts, monitors and stops members of replicated stores, each on its own node, and connects their clients.
 * Correctness runs kill and freeze members under load and check the results.
 */
@NullMarked
package io.microbench.store.members;

import org.jspecify.annotations.NullMarked;
