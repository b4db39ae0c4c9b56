// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The kind of the threads that run a benchmark. */
public enum ThreadKind {
    /** Threads of the operating system. */
    PLATFORM,
    /** Virtual threads, which require JDK 21 or newer. */
    VIRTUAL;

    /** The property that JMH 1.37 reads in a fork; if it is set several times, the JVM uses the last value. */
    private static final String PROPERTY = "-Djmh.executor=";

    /** The first JDK release in which virtual threads are not a preview feature. */
    public static final int FIRST_WITH_VIRTUAL = 21;

    /** Returns the kind with the given name; throws {@link IllegalArgumentException} if there is none. */
    static ThreadKind parse(String name) {
        return SettingParsers.constant(ThreadKind.class, name);
    }

    static String labels() {
        return Arrays.stream(values()).map(ThreadKind::label).collect(Collectors.joining(" or "));
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the JVM argument that makes JMH run benchmarks on threads of this kind. */
    public String argument() {
        return PROPERTY + name();
    }

    /** Returns whether a fork with these JVM arguments runs its benchmark on threads of this kind. */
    public boolean isAskedFor(List<String> jvmArguments) {
        return jvmArguments.stream()
                .filter(argument -> argument.startsWith(PROPERTY))
                .reduce((earlier, later) -> later)
                .orElse(PLATFORM.argument())
                .equals(argument());
    }
}
