// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** What nodes do for one another: forks of a suite, snippets, class paths by content. */
@NullMarked
package io.microbench.nodes;

import org.jspecify.annotations.NullMarked;
