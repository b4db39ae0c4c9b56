// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import java.time.Instant;

/**
 * One measured fork of a case or snippet that is watched.
 *
 * @param end when it ended
 * @param version of the code, 1 for the initial one
 * @param workers the number of its threads
 * @param value the median of its measured iterations
 * @param unit of the value, such as {@code ops/us}
 */
record WatchedFork(Instant end, int version, int workers, double value, String unit) {}
