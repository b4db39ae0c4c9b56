// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.process.ShutdownHook;
import io.microbench.store.Backends;
import io.microbench.store.Member;
import io.microbench.store.MemberStart;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.StoreFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The member that runs in this JVM; it is closed once, at the latest when the JVM ends. */
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

    /** Returns the last started member of this JVM, unless it was closed. */
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

    /** Returns the numbers to sample once per second, by their names in the run record. */
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
}
