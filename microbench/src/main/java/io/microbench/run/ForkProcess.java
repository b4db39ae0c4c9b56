/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds the process of a fork, which JMH keeps to itself, among the descendants of the host. */
final class ForkProcess {

    private ForkProcess() {}

    /**
     * Returns the fork that has the given word among its arguments.
     *
     * <p>Where the system does not show arguments, the newest child that runs a java command is taken; forks run one at a time.
     */
    static Optional<ProcessHandle> find(String marker) {
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        return children.stream()
                .filter(child -> child.info()
                        .arguments()
                        .map(arguments -> Arrays.asList(arguments).contains(marker))
                        .orElse(false))
                .findFirst()
                .or(() -> newestJava(children));
    }

    private static Optional<ProcessHandle> newestJava(List<ProcessHandle> children) {
        return children.stream()
                .filter(child -> child.info().arguments().isEmpty())
                .filter(child ->
                        child.info().command().map(c -> c.contains("java")).orElse(false))
                .max((a, b) -> a.info()
                        .startInstant()
                        .orElseThrow()
                        .compareTo(b.info().startInstant().orElseThrow()));
    }
}
