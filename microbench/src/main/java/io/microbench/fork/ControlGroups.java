// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the control groups of Linux that this process is in, for a controller such as {@code cpu} or {@code memory}.
 *
 * <p>A limit may be set on the group of the process or on a parent of it. In a container the group is usually the root of the visible tree;
 * elsewhere {@code /proc/self/cgroup} names it. Version 2 has one tree, version 1 one for each controller or pair of them.
 */
public final class ControlGroups {

    private ControlGroups() {}

    /**
     * Returns the folders of the groups, the innermost of a tree first; some may not exist.
     *
     * @param machine the root of the file system, {@code /} for the real machine
     * @param controller the name of a controller in version 1
     */
    public static List<Path> of(Path machine, String controller) {
        Path root = machine.resolve("sys/fs/cgroup");
        Set<Path> groups = new LinkedHashSet<>();
        for (String line : TextFile.lines(machine.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3
                    && parts[2].startsWith("/")
                    && (parts[1].isEmpty() || List.of(parts[1].split(",")).contains(controller))) {
                Path tree = root.resolve(parts[1]);
                // If the name is the group's name on the host, only the root of the tree exists here.
                for (Path group = tree.resolve(parts[2].substring(1)); group.startsWith(tree); group = parent(group)) {
                    groups.add(group);
                }
            }
        }
        return groups.isEmpty() ? List.of(root, root.resolve(controller)) : List.copyOf(groups);
    }

    private static Path parent(Path group) {
        Path parent = group.getParent();
        return parent == null ? Path.of("") : parent;
    }
}
