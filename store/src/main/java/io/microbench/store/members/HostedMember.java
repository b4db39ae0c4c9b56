// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.process.ProcFolder;
import io.microbench.process.ShutdownHook;
import io.microbench.store.Backends;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.StoreFolder;
import io.microbench.store.members.StoreNodeService.MemberOrder;
import io.microbench.store.members.StoreNodeService.MemberState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The member that runs in this JVM. It is closed exactly once, no later than at the end of the JVM. */
final class HostedMember implements AutoCloseable {

    private static volatile Optional<HostedMember> current = Optional.empty();

    private final Member member;
    private final Path folder;
    private final ShutdownHook hook;
    private volatile boolean closed;

    private HostedMember(Member member, Path folder) {
        this.member = member;
        this.folder = folder;
        hook = ShutdownHook.of("close member", this::closeAtTheEnd);
    }

    /**
     * Starts the member.
     *
     * @throws IOException if it cannot be started
     */
    static HostedMember start(MemberOrder order, Backends backends) throws IOException {
        MemberStart start = order.start();
        ReplicatedBackend backend = backends.named(ReplicatedBackend.class, order.backend(), start.durability());
        HostedMember hosted = new HostedMember(backend.start(start), start.folder());
        current = Optional.of(hosted);
        return hosted;
    }

    /** Calls a listener with the reason when the member has failed. */
    void whenFailed(Consumer<String> listener) {
        member.failure().thenAccept(reason -> {
            if (!closed) {
                listener.accept(reason);
            }
        });
    }

    /** Returns the most recently started member of this JVM; empty if it was closed. */
    static Optional<HostedMember> current() {
        return current.filter(hosted -> !hosted.closed);
    }

    MemberState state() {
        OptionalLong forces = member.forces();
        List<Long> pids = Stream.concat(Stream.of(ProcessHandle.current()), member.processes().stream())
                .map(ProcessHandle::pid)
                .toList();
        return new MemberState(
                member.leads(),
                forces.isPresent() ? Optional.of(forces.getAsLong()) : Optional.empty(),
                StoreFolder.size(folder),
                pids);
    }

    Map<String, Double> numbers() {
        Map<String, Double> numbers = new TreeMap<>();
        List<ProcessHandle> outside = member.processes();
        List<ProcessHandle> all = Stream.concat(Stream.of(ProcessHandle.current()), outside.stream())
                .toList();
        numbers.put("diskBytes", (double) StoreFolder.size(folder));
        member.forces().ifPresent(forces -> numbers.put("forces", (double) forces));
        ProcessNumbers.writtenBytes(all).ifPresent(bytes -> numbers.put("writtenBytes", (double) bytes));
        if (!outside.isEmpty()) {
            numbers.put("processCpuSeconds", ProcessNumbers.cpuSeconds(outside));
            ProcessNumbers.residentBytes(outside).ifPresent(bytes -> numbers.put("processBytes", (double) bytes));
        }
        return numbers;
    }

    @Override
    public void close() throws IOException {
        closeOnce();
        hook.close();
    }

    private synchronized void closeOnce() throws IOException {
        if (!closed) {
            closed = true;
            member.close();
        }
    }

    private void closeAtTheEnd() {
        try {
            closeOnce();
        } catch (IOException e) {
            System.err.println("The member could not be closed: " + e);
        }
    }

    /** Reads the operating system's counters of the resources used by processes. */
    private static final class ProcessNumbers {
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

        /** Returns a number from a {@code /proc} file of a process; -1 if there is none. */
        private static long number(ProcessHandle process, String file, Pattern line) {
            return ProcFolder.OF_THIS_MACHINE
                    .text(process.pid() + "/" + file)
                    .map(line::matcher)
                    .filter(Matcher::find)
                    .map(found -> Long.parseLong(found.group(1)))
                    .orElse(-1L);
        }
    }
}
