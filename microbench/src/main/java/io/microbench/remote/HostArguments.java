// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.environment.ListedClasses;
import io.microbench.plan.ForkArguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Arguments for a JVM that hosts forks; none of them reaches a fork, whose arguments JMH gets one by one.
 *
 * <p>Benchmarks that need preview features or an incubator module in their forks need them in the host as well, which reads their
 * annotations and calls their hooks.
 */
final class HostArguments {

    /** The first JDK that warns of {@code sun.misc.Unsafe}, which JMH uses, and that can be told not to. */
    private static final int WARNS = 24;

    private HostArguments() {}

    /** Returns what keeps a host on the JDK of this JVM from printing four lines about JMH's own use of Unsafe. */
    static List<String> quiet() {
        return quiet(Runtime.version().feature());
    }

    /**
     * Returns all arguments of a host that loads the benchmarks of a class path.
     *
     * @param properties its system properties, the settings among them
     */
    static List<String> of(List<String> classPath, Path directory, Map<String, String> properties) {
        List<String> forks = new ArrayList<>(ListedClasses.forkArguments(classPath, directory));
        forks.addAll(List.of(properties.getOrDefault("microbench.jvmArgs", "").split("\\s+", -1)));
        List<String> host = new ArrayList<>(quiet());
        host.addAll(ForkArguments.ofHost(forks));
        return host;
    }

    /** Returns the same for a JDK of the given version, such as 25. */
    static List<String> quiet(int feature) {
        return feature < WARNS ? List.of() : List.of("--sun-misc-unsafe-memory-access=allow");
    }
}
