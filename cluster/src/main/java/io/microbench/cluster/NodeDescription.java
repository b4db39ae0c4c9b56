// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.result.Environment;

/**
 * A node's description of itself.
 *
 * @param name its name
 * @param address where it listens
 * @param pid its process
 * @param environment its machine and JVM, with the current load average
 */
public record NodeDescription(String name, String address, long pid, Environment environment) {}
