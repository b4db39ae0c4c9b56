// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmarks that fail in different ways; tests start them in real forks. */
@State(Scope.Thread)
public class FailingFixture {

    private static final int[] SPIN = {0};
    private int calls;

    @Benchmark
    public int works() {
        return calls++;
    }

    @Benchmark
    public int throwing() {
        throw new IllegalStateException("boom at call " + calls);
    }

    @Benchmark
    public int throwingUnserializable() {
        throw new StrangeException(new Object());
    }

    @Benchmark
    public int outOfMemory() {
        return new byte[1 << 30].length + calls;
    }

    @Benchmark
    public int exiting() {
        System.exit(0);
        return 0;
    }

    @Benchmark
    public int halting() {
        Runtime.getRuntime().halt(7);
        return 0;
    }

    /** Is ended from outside by a signal on which the JVM exits normally. */
    @Benchmark
    public int terminated() throws IOException, InterruptedException {
        return killed("TERM");
    }

    private int killed(String signal) throws IOException, InterruptedException {
        String own = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-" + signal, own).start().waitFor();
        return spinning();
    }

    /** Crashes like a JVM after an invalid memory access; a signal from outside has the same effect. */
    @Benchmark
    public int segmentFault() throws IOException, InterruptedException {
        return killed("SEGV");
    }

    /** Ends its JVM immediately, in a way that JMH treats as success. */
    @Benchmark
    public int haltingQuietlyAtOnce() {
        Runtime.getRuntime().halt(0);
        return calls;
    }

    /** Ends its JVM after the first iterations, in a way that JMH treats as success. */
    @Benchmark
    public int haltingQuietlyLater() {
        if (System.nanoTime() - START > TimeUnit.MILLISECONDS.toNanos(40)) {
            Runtime.getRuntime().halt(0);
        }
        return calls;
    }

    private static final long START = System.nanoTime();

    /** Never ends, never blocks, never checks its interrupted flag. */
    @Benchmark
    public int spinning() {
        while (SPIN[0] == 0) {
            SPIN[0] += calls;
        }
        return SPIN[0];
    }

    /**
     * Simulates a fork whose worker had no memory left to report its death: prints the message of the JVM, and hangs.
     */
    @Benchmark
    public int hangingWithoutMemory() throws IOException {
        String report =
                "Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread \"x\"";
        try (FileOutputStream stderr = new FileOutputStream(FileDescriptor.err)) {
            stderr.write((report + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
        }
        return spinning();
    }

    /** Prints more than any buffer keeps. */
    @Benchmark
    public int chatty() {
        byte[] line = new byte[1 << 16];
        Arrays.fill(line, (byte) 'x');
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(line);
        System.out.println(out);
        throw new IllegalStateException("after much output");
    }

    /** An exception that cannot be serialised for JMH's link. */
    static final class StrangeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // Deliberately not serializable.
        private final Object baggage;

        StrangeException(Object baggage) {
            super("strange");
            this.baggage = baggage;
        }

        Object baggage() {
            return baggage;
        }
    }
}
