// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of what threads keep for themselves, on threads and between threads for which it was not made. */
@NullMarked
package io.microbench.common.thread;

import org.jspecify.annotations.NullMarked;
