// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Code that the benchmarks of all Netty suites share: their base class, threads, and shuffled data. */
@NullMarked
package io.microbench.common;

import org.jspecify.annotations.NullMarked;
