// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of executors that get tasks in bursts, and of timers. */
@NullMarked
package io.microbench.common.executor;

import org.jspecify.annotations.NullMarked;
