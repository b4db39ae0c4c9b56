// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** What the benchmarks of all Netty suites share: their base class, the threads they run on, their shuffled data. */
@NullMarked
package io.microbench.common;

import org.jspecify.annotations.NullMarked;
