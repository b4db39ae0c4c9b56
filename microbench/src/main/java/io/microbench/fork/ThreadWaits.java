// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Adds up the time that the measuring threads of this JVM have waited in run queues, which Linux counts in
 * {@code /proc/self/task/<tid>/schedstat}, second field, in nanoseconds.
 *
 * <p>Only the benchmark knows which threads do its work: JMH's workers, or those of an event loop. So all threads count except
 * those that every HotSpot JVM has, recognized by the first letters of their names: compilers, collectors, and the main thread,
 * which sleeps while an iteration runs. A waiting compiler delays a benchmark but does not slow its operations.
 */
final class ThreadWaits {

    private static final List<String> OF_THE_JVM = List.of(
            "java",
            "C1 ",
            "C2 ",
            "JVMCI",
            "GC Thread",
            "G1 ",
            "ZWorker",
            "ZDirector",
            "ZDriver",
            "ZStat",
            "ZUncommitter",
            "ZUnmapper",
            "XWorker",
            "Shenandoah",
            "VM Thread",
            "VM Periodic",
            "Reference Handl",
            "Finalizer",
            "Signal Dispatch",
            "Service Thread",
            "Monitor Deflati",
            "Sweeper thread",
            "Common-Cleaner",
            "Notification Th",
            "Attach Listener",
            "JFR ",
            "DestroyJavaVM");

    private static final double NANOS = 1e9;

    private final Path tasks;
    private final Set<String> ofTheJvm = new HashSet<>();
    private final Map<String, Double> waited = new HashMap<>();

    ThreadWaits(Path tasks) {
        this.tasks = tasks;
    }

    static ThreadWaits ofThisJvm() {
        return new ThreadWaits(Path.of("/proc/self/task"));
    }

    /** Returns the seconds waited so far; empty if they are not counted. */
    OptionalDouble seconds() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                add(thread);
            }
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
        return waited.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        waited.values().stream().mapToDouble(seconds -> seconds).sum());
    }

    /** Adds the time of a thread; that of threads that have ended remains in the sum, so that it never decreases. */
    private void add(Path thread) throws IOException {
        String id = thread.getFileName().toString();
        if (ofTheJvm.contains(id)) {
            return;
        }
        try {
            if (!waited.containsKey(id) && isOfTheJvm(read(thread.resolve("comm")))) {
                ofTheJvm.add(id);
                return;
            }
            String[] fields = read(thread.resolve("schedstat")).split(" ", 3);
            if (fields.length > 1) {
                waited.put(id, Long.parseLong(fields[1]) / NANOS);
            }
        } catch (NoSuchFileException e) {
            // It ended just now.
        } catch (NumberFormatException e) {
            throw new IOException(e);
        }
    }

    private static boolean isOfTheJvm(String name) {
        return OF_THE_JVM.stream().anyMatch(name::startsWith);
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    }
}
