/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.remote;

import java.util.List;

/** Arguments for a JVM that hosts forks; none of them reaches a fork, whose arguments JMH gets one by one. */
final class HostArguments {

    /** The first JDK that warns of {@code sun.misc.Unsafe}, which JMH uses, and that can be told not to. */
    private static final int WARNS = 24;

    private HostArguments() {}

    /** Returns what keeps a host on the JDK of this JVM from printing four lines about JMH's own use of Unsafe. */
    static List<String> quiet() {
        return quiet(Runtime.version().feature());
    }

    /** Returns the same for a JDK of the given version, such as 25. */
    static List<String> quiet(int feature) {
        return feature < WARNS ? List.of() : List.of("--sun-misc-unsafe-memory-access=allow");
    }
}
