// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Which cases stay together on one machine, and how those of a suite are shared out among several; runs nothing. */
@NullMarked
package io.microbench.shard;

import org.jspecify.annotations.NullMarked;
