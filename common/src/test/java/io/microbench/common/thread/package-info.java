// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of thread-local data, on threads and between threads for which it was not intended. */
@NullMarked
package io.microbench.common.thread;

import org.jspecify.annotations.NullMarked;
