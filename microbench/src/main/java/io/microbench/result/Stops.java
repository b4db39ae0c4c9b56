// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/**
 * Records how often and for how long a JVM stopped all its threads, which it calls a safepoint.
 *
 * @param count how often; at least 0
 * @param seconds from when it asked the threads to stop until it let them go on, collections included; at least 0
 */
public record Stops(long count, double seconds) {}
