// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

/**
 * A completely received frame.
 *
 * @param firstNanos the arrival of its first byte, by {@link System#nanoTime}
 * @param lastNanos the arrival of its last byte, at least {@code firstNanos}; the same if one read returned all of it
 */
public record Arrival(Header header, long firstNanos, long lastNanos, Content content) {}
