/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds where Linux counts for how long a limit on processor time stopped this process.
 *
 * <p>The limit may be set on the control group of the process or on one that this is in. In a container the group is
 * usually the root of what is seen; outside, {@code /proc/self/cgroup} names it. Version 2 has one tree and counts in microseconds;
 * version 1 has a tree for processors and counts in nanoseconds. Both add up over the processors on which threads were stopped.
 *
 * @param files those that count, of the group and of those that it is in
 */
record CpuLimit(List<Path> files) {

    private static final String FILE = "cpu.stat";
    private static final String PROCESSORS = "cpu";

    /** What a second is in the units of the counters. */
    private static final Map<String, Double> COUNTERS = Map.of("throttled_usec ", 1e6, "throttled_time ", 1e9);

    static CpuLimit ofThisJvm() {
        return find(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    static CpuLimit find(Path membership, Path root) {
        List<Path> files = new ArrayList<>();
        for (String line : TextFile.lines(membership)) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3
                    && (parts[1].isEmpty() || List.of(parts[1].split(",")).contains(PROCESSORS))) {
                Path tree = root.resolve(parts[1]);
                // Where the name is the host's, only the root of the tree is there.
                for (Path group = tree.resolve(parts[2].substring(1)); group.startsWith(tree); group = parent(group)) {
                    add(group.resolve(FILE), files);
                }
            }
        }
        return new CpuLimit(List.copyOf(files));
    }

    private static Path parent(Path group) {
        Path parent = group.getParent();
        return parent == null ? Path.of("") : parent;
    }

    private static void add(Path file, List<Path> files) {
        if (TextFile.lines(file).stream()
                .anyMatch(line -> COUNTERS.keySet().stream().anyMatch(line::startsWith))) {
            files.add(file);
        }
    }

    /** Returns the seconds for which the process was stopped so far; 0 where nothing limits it. */
    double throttled() {
        double seconds = 0;
        for (Path file : files) {
            for (String line : TextFile.lines(file)) {
                for (Map.Entry<String, Double> counter : COUNTERS.entrySet()) {
                    if (line.startsWith(counter.getKey())) {
                        seconds +=
                                TextFile.number(line.substring(counter.getKey().length())) / counter.getValue();
                    }
                }
            }
        }
        return seconds;
    }
}
