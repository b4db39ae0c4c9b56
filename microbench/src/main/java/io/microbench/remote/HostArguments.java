// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.plan.ForkArguments;
import io.microbench.plan.ListedClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Arguments for a JVM that hosts forks; forks do not get them, as JMH is given each of their arguments.
 *
 * <p>Benchmarks that need preview features or an incubator module in their forks also need them in the host, which reads their
 * annotations and calls their hooks.
 */
final class HostArguments {

    /** The first JDK with warnings about {@code sun.misc.Unsafe}, which JMH uses, and an option to suppress them. */
    private static final int WARNS = 24;

    private HostArguments() {}

    /** Returns the arguments that suppress warnings about JMH's use of Unsafe on the JDK of this JVM. */
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
