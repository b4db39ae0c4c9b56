// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Joins JVMs into a cluster of named nodes that exchange lines of text, and serves their forks of suites, snippets and class paths. */
@NullMarked
package io.microbench.cluster;

import org.jspecify.annotations.NullMarked;
