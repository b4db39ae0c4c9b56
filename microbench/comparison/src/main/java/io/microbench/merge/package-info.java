// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Merges the runs of several shards, after checking that they are parts of one plan. */
@NullMarked
package io.microbench.merge;

import org.jspecify.annotations.NullMarked;
