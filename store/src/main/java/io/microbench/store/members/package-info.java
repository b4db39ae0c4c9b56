// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Members of replicated stores, each on its own node: starts, monitors and stops them, and connects their clients. Correctness runs
 * kill and freeze them under load and check the results.
 */
@NullMarked
package io.microbench.store.members;

import org.jspecify.annotations.NullMarked;
