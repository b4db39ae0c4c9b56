// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Starts forks from a JVM with the class path of the benchmarks, at the request of another JVM. */
@NullMarked
package io.microbench.remote;

import org.jspecify.annotations.NullMarked;
