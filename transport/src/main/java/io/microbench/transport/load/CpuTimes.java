// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The processor time of processes so far, in seconds, as counted by Linux (proc(5), fields 14 and 15 of {@code stat}).
 *
 * @param user outside the kernel
 * @param system in the kernel
 */
record CpuTimes(double user, double system) {

    /** The ticks per second that Linux shows to programs, independent of its internal unit. */
    private static final double TICKS = 100;

    private static final int USER_FIELD = 14;
    private static final int SYSTEM_FIELD = 15;

    /** Returns the sum of the times of processes; empty if one cannot be read. */
    static Optional<CpuTimes> of(List<Long> processes) {
        double user = 0;
        double system = 0;
        for (long process : processes) {
            try {
                CpuTimes one = parse(Files.readString(Path.of("/proc/" + process + "/stat")));
                user += one.user;
                system += one.system;
            } catch (IOException | RuntimeException e) {
                return Optional.empty();
            }
        }
        return processes.isEmpty() ? Optional.empty() : Optional.of(new CpuTimes(user, system));
    }

    /** Parses a line of {@code stat}; the second field is a name in parentheses that may contain spaces. */
    static CpuTimes parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return new CpuTimes(
                Long.parseLong(fields[USER_FIELD - 3]) / TICKS, Long.parseLong(fields[SYSTEM_FIELD - 3]) / TICKS);
    }

    CpuTimes minus(CpuTimes earlier) {
        return new CpuTimes(user - earlier.user, system - earlier.system);
    }
}
