// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads for how long a limit on processor time has stopped this process, as counted by Linux.
 *
 * <p>Version 2 of control groups counts in microseconds, version 1 in nanoseconds. Both add up the times of all processors.
 *
 * @param files files with the counters of the group and its parents
 */
record CpuLimit(List<Path> files) {

    private static final String FILE = "cpu.stat";
    private static final String PROCESSORS = "cpu";

    /** Counters with their units per second. */
    private static final Map<String, Double> COUNTERS = Map.of("throttled_usec ", 1e6, "throttled_time ", 1e9);

    static CpuLimit ofThisJvm() {
        return find(Path.of("/"));
    }

    static CpuLimit find(Path machine) {
        List<Path> files = new ArrayList<>();
        ControlGroups.of(machine, PROCESSORS).forEach(group -> add(group.resolve(FILE), files));
        return new CpuLimit(List.copyOf(files));
    }

    private static void add(Path file, List<Path> files) {
        if (TextFile.lines(file).stream()
                .anyMatch(line -> COUNTERS.keySet().stream().anyMatch(line::startsWith))) {
            files.add(file);
        }
    }

    /** Returns the seconds for which the process was stopped so far; 0 without a limit. */
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
