// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines for which classes the arguments of a JVM enable assertions.
 *
 * <p>The rules are those of the {@code java} command: {@code -ea:package...} holds for a package and those below it,
 * {@code -ea:Class} for a class, {@code -ea} for all others; the most specific one wins, and the last of several for
 * the same target. Assertions of the JDK itself ({@code -esa}) cost almost nothing and are ignored.
 */
final class AssertionArguments {

    private static final String BELOW = "...";

    /** Settings by class, or by package if the name ends in dots; the empty name stands for all classes. */
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

    /** Returns whether assertions are enabled by default. */
    boolean onByDefault() {
        return switches.getOrDefault("", false);
    }

    /** Returns whether assertions are enabled for the class with the given binary name. */
    boolean onFor(String className) {
        if (switches.containsKey(className)) {
            return switches.get(className);
        }
        String name = parent(className);
        do {
            // Three dots alone mean the classes in the unnamed package, not all classes.
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
