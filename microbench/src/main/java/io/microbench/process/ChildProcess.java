// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A child process of this JVM, which ends with all its descendants when this is closed. */
public final class ChildProcess implements AutoCloseable {

    private static final long LOOK_MILLIS = 100;
    private static final long LAST_WORDS_MILLIS = 2_000;

    private final Process process;
    private final ProcessTree tree;
    private final ForkReaper reaper;
    private final Optional<ArgumentFiles> files;

    private ChildProcess(Process process, ProcessTree tree, ForkReaper reaper, Optional<ArgumentFiles> files) {
        this.process = process;
        this.tree = tree;
        this.reaper = reaper;
        this.files = files;
    }

    /**
     * Starts a process that also ends when this JVM ends, even if it is killed.
     *
     * @param builder starts the process; a variable is added to its environment
     */
    public static ChildProcess start(ProcessBuilder builder) throws IOException {
        return start(builder, Optional.empty(), ForkReaper.start());
    }

    /**
     * Starts a JVM as {@link #start} does, with its class path and secrets in files.
     *
     * @param leftovers files and folders to remove if this JVM is killed
     */
    public static ChildProcess startJvm(ProcessBuilder builder, Path... leftovers) throws IOException {
        ArgumentFiles files = ArgumentFiles.hiding(builder.command());
        Path[] all =
                Stream.concat(Stream.of(leftovers), files.folder().stream()).toArray(Path[]::new);
        return start(builder.command(files.arguments()), Optional.of(files), ForkReaper.start(all));
    }

    /**
     * Starts a process that ends when its standard input does, which happens when this JVM ends.
     *
     * @param files its argument files; deleted when it has ended, or earlier
     */
    public static ChildProcess startTied(ProcessBuilder builder, ArgumentFiles files) throws IOException {
        return start(builder, Optional.of(files), ForkReaper.none());
    }

    private static ChildProcess start(ProcessBuilder builder, Optional<ArgumentFiles> files, ForkReaper reaper)
            throws IOException {
        ProcessTree tree = new ProcessTree();
        tree.mark(builder);
        try {
            reaper.guard(tree);
            Process process = builder.start();
            reaper.guard(tree, process.pid());
            return new ChildProcess(process, tree, reaper, files);
        } catch (IOException e) {
            reaper.close();
            files.ifPresent(ArgumentFiles::close);
            throw e;
        }
    }

    public Process process() {
        return process;
    }

    /** Passes each line of a stream to a consumer, on a separate thread, and then calls {@code end}. */
    public static Thread read(InputStream from, String thread, Consumer<String> taker, Runnable end) {
        Thread reader = new Thread(
                () -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            taker.accept(line);
                        }
                    } catch (IOException e) {
                        // The process has ended, and its stream with it.
                    } finally {
                        end.run();
                    }
                },
                thread);
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    /**
     * Reads the output of a process and waits for it to end.
     *
     * @param limit the time after which it is killed with its descendants
     * @return its exit code; empty if it was killed
     */
    public static OptionalInt awaitEnd(
            Process process, Duration limit, BooleanSupplier stopped, Consumer<String> output)
            throws InterruptedException {
        Thread reader = read(process.getInputStream(), "microbench-child-output", output, () -> {});
        long start = System.nanoTime();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (stopped.getAsBoolean() || System.nanoTime() - start >= limit.toNanos()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                return OptionalInt.empty();
            }
        }
        // A process that it started may keep the pipe open forever.
        reader.join(LAST_WORDS_MILLIS);
        return OptionalInt.of(process.exitValue());
    }

    /**
     * Sends a line to the standard input of the process.
     *
     * @throws IOException if it has ended
     */
    public void send(String line) throws IOException {
        OutputStream pipe = process.getOutputStream();
        pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        pipe.flush();
    }

    /** Deletes its argument files, which it has read. */
    public void hasStarted() {
        files.ifPresent(ArgumentFiles::close);
    }

    /** Closes the standard input of the process, waits for it to end, and returns whether it ended in time. */
    public boolean leave(Duration patience) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process has ended.
        }
        try {
            return process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Kills the process and its remaining descendants; may be called more than once. */
    @Override
    public void close() {
        tree.end(Optional.of(process.toHandle()));
        reaper.close();
        hasStarted();
    }

    /**
     * Limits the time that a process may take until it is ready. While it uses the processor, it may take up to ten times the limit.
     *
     * <p>On a machine with a load of 60 a JVM needs minutes to start; one that hangs hardly uses the processor.
     */
    public static final class StartDeadline {

        /** Maximum time of a working process, as a multiple of the limit. */
        static final int LONGEST = 10;

        private static final long LONGEST_WINDOW_NANOS = Duration.ofSeconds(10).toNanos();

        /** Minimum share of a processor that a working process uses; an idle node of a cluster uses 0.7 %. */
        private static final double WORKING_SHARE = 0.01;

        private final Duration limit;
        private final LongSupplier nanos;
        private final Supplier<Duration> cpu;
        private final long start;
        private long windowStart;
        private Duration windowCpu;
        private boolean working;

        StartDeadline(Duration limit, LongSupplier nanos, Supplier<Duration> cpu) {
            this.limit = limit;
            this.nanos = nanos;
            this.cpu = cpu;
            this.start = nanos.getAsLong();
            this.windowStart = start;
            this.windowCpu = cpu.get();
        }

        /** Returns the deadline of a process, which is considered working while it or a descendant uses the processor. */
        public static StartDeadline of(Duration limit, ProcessHandle process) {
            return new StartDeadline(
                    limit, System::nanoTime, () -> Stream.concat(Stream.of(process), process.descendants())
                            .flatMap(each -> each.info().totalCpuDuration().stream())
                            .reduce(Duration.ZERO, Duration::plus));
        }

        /** Returns whether the time is up; must be called repeatedly. */
        public boolean isOver() {
            long now = nanos.getAsLong();
            long waited = now - start;
            long window = now - windowStart;
            if (window >= Math.min(LONGEST_WINDOW_NANOS, limit.toNanos())) {
                Duration used = cpu.get();
                working = used.minus(windowCpu).toNanos() >= window * WORKING_SHARE;
                windowStart = now;
                windowCpu = used;
            }
            return waited >= limit.toNanos() * LONGEST || (waited >= limit.toNanos() && !working);
        }
    }
}
