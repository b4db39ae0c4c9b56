// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Joins JVMs into a cluster of named nodes that exchange lines of text, run forks of suites and snippets, and store
 * class path entries.
 */
@NullMarked
package io.microbench.cluster;

import org.jspecify.annotations.NullMarked;
