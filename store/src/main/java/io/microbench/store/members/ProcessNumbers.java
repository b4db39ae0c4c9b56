// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Reads the resources that processes have used so far, as counted by the operating system. */
final class ProcessNumbers {

    private static final Pattern WRITTEN = Pattern.compile("(?m)^write_bytes: (\\d{1,18})$");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d{1,15}) kB$");
    private static final int KIB = 1024;
    private static final double NANOS = 1e9;

    private ProcessNumbers() {}

    /** Returns the bytes that processes have written to disks; empty if the system does not count them. */
    static OptionalLong writtenBytes(List<ProcessHandle> processes) {
        return sum(processes.stream().mapToLong(process -> number(process, "io", WRITTEN)));
    }

    /** Returns the resident memory of processes, in bytes; empty if the system does not report it. */
    static OptionalLong residentBytes(List<ProcessHandle> processes) {
        OptionalLong kib = sum(processes.stream().mapToLong(process -> number(process, "status", RESIDENT)));
        return kib.isPresent() ? OptionalLong.of(kib.getAsLong() * KIB) : kib;
    }

    /** Returns the processor time of processes, in seconds. */
    static double cpuSeconds(List<ProcessHandle> processes) {
        return processes.stream()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(time -> time.toNanos() / NANOS)
                .sum();
    }

    private static OptionalLong sum(LongStream numbers) {
        return numbers.mapToObj(number -> number < 0 ? OptionalLong.empty() : OptionalLong.of(number))
                .reduce(
                        OptionalLong.of(0),
                        (one, other) -> one.isPresent() && other.isPresent()
                                ? OptionalLong.of(one.getAsLong() + other.getAsLong())
                                : OptionalLong.empty());
    }

    /** Returns a number in a file of Linux about a process; -1 if there is none. */
    private static long number(ProcessHandle process, String file, Pattern line) {
        try {
            Matcher found = line.matcher(Files.readString(Path.of("/proc", Long.toString(process.pid()), file)));
            return found.find() ? Long.parseLong(found.group(1)) : -1;
        } catch (IOException | SecurityException e) {
            return -1;
        }
    }
}
