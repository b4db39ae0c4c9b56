// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Services of nodes for each other: forks of a suite, snippets, class paths by content. */
@NullMarked
package io.microbench.nodes;

import org.jspecify.annotations.NullMarked;
