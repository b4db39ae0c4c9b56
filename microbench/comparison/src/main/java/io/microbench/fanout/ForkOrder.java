// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The task of a fork on a node.
 *
 * @param number of the fork within its case, from 1
 * @param classes of the snippet, in Base64 by the name of their files
 * @param inputs values by name
 * @param workers threads that run the snippet at the same time, at least 1
 * @param warmup how long it runs before it is ready
 * @param arguments of the fork's JVM
 */
record ForkOrder(
        int number,
        Map<String, String> classes,
        Map<String, String> inputs,
        int workers,
        Duration warmup,
        List<String> arguments) {

    ForkOrder {
        classes = Map.copyOf(classes);
        inputs = Map.copyOf(inputs);
        arguments = List.copyOf(arguments);
    }
}
