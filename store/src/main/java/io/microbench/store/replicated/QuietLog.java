// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Disables the console logs of stores, unless the JVM was started with logging settings. Clients receive failures as
 * exceptions; most logged errors are about members that have not started yet or have left.
 */
final class QuietLog {

    private static final List<String> CONFIGURED =
            List.of("java.util.logging.config.file", "java.util.logging.config.class");

    private static final List<Logger> LOGGERS = Stream.of(
                    "org.apache.zookeeper",
                    "io.etcd.jetcd",
                    "io.grpc",
                    "org.infinispan",
                    "org.jboss.threads",
                    "org.jgroups")
            .map(Logger::getLogger)
            .toList();

    private QuietLog() {}

    static void install() {
        if (CONFIGURED.stream().allMatch(property -> System.getProperty(property) == null)) {
            LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
        }
    }
}
