// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

/**
 * A frame that has arrived as a whole.
 *
 * @param firstNanos when its first byte was there, as {@link System#nanoTime} shows it
 * @param lastNanos when its last byte was there, at least {@code firstNanos}; the same where one read brought all of it
 */
public record Arrival(Header header, long firstNanos, long lastNanos, Content content) {}
