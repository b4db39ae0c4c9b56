// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines for which classes the arguments of a JVM enable assertions.
 *
 * <p>The rules are those of the {@code java} command: {@code -ea:package...} holds for a package and those below it,
 * {@code -ea:Class} for a class, {@code -ea} for what nothing else is said of; the most special one wins, and of two
 * for the same thing the last. Assertions of the JDK itself ({@code -esa}) cost next to nothing and do not count.
 */
final class AssertionArguments {

    private static final String BELOW = "...";

    /** What is said of a class, or of a package where the name ends in dots; the empty name stands for all. */
    private final Map<String, Boolean> switches = new HashMap<>();

    AssertionArguments(List<String> jvmArgs) {
        jvmArgs.forEach(this::add);
    }

    private void add(String argument) {
        String[] parts = argument.split(":", 2);
        boolean on = parts[0].equals("-ea") || parts[0].equals("-enableassertions");
        if (on || parts[0].equals("-da") || parts[0].equals("-disableassertions")) {
            switches.put(parts.length == 1 ? "" : parts[1], on);
        }
    }

    /** Returns whether they are on for classes of which nothing special is said. */
    boolean onByDefault() {
        return switches.getOrDefault("", false);
    }

    /** Returns whether they are on for the class of the given binary name. */
    boolean onFor(String className) {
        if (switches.containsKey(className)) {
            return switches.get(className);
        }
        String name = parent(className);
        do {
            // Three dots alone stand for the classes without a package, not for all.
            Boolean on = switches.get(name + BELOW);
            if (on != null) {
                return on;
            }
            name = parent(name);
        } while (!name.isEmpty());
        return onByDefault();
    }

    private static String parent(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
