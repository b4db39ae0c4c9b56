// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.async.Histogram;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures calls for a limited time in a JVM that also does other work, without a fork or isolation.
 *
 * <p>A separate daemon thread warms up, then times many calls together for the rate, then single calls for the
 * latencies. Slow calls are timed individually from the start.
 */
public final class CallLoop {

    /** The time within which an interrupted call has to end. */
    private static final long GRACE_MILLIS = 500;

    /** The share of the time to use; the rest allows the last call to end before it is interrupted. */
    private static final double USED = 0.9;

    private static final double WARMUP_UNTIL = 0.3;
    private static final double RATE_UNTIL = 0.6;

    /** A call that takes a larger share of the time is not warmed up. */
    private static final double SLOW = 0.05;

    private static final long BURST_NANOS = 200_000;
    private static final int MOST_CALLS = 1 << 20;

    /** One call, whose value is passed to a black hole. */
    public interface Call {
        /** Makes the call once. */
        void call() throws Throwable;
    }

    private final Callable<Call> preparation;
    private final long budget;
    private final Histogram single = new Histogram();
    private long longest;
    private long rateCalls;
    private long rateNanos;

    private final AtomicLong returned = new AtomicLong();
    private volatile boolean stopped;
    private volatile Optional<Throwable> thrown = Optional.empty();

    private CallLoop(Callable<Call> preparation, Duration time) {
        this.preparation = preparation;
        this.budget = time.toNanos();
    }

    /**
     * Measures until the time is over, and interrupts a call that has not returned by then.
     *
     * @param preparation prepares the calls, on the thread that makes them
     */
    public static Measured measure(Callable<Call> preparation, Duration time) throws InterruptedException {
        CallLoop loop = new CallLoop(preparation, time);
        Thread thread = new Thread(null, loop::run, "microbench-calls", 0, false);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(time.toMillis());
        } finally {
            loop.stopped = true;
            thread.interrupt();
        }
        thread.join(GRACE_MILLIS);
        return thread.isAlive() ? Measured.stuck(loop.returned.get(), thread.getName()) : loop.measured();
    }

    private void run() {
        try {
            measure(preparation.call());
        } catch (Throwable e) {
            if (!stopped) {
                thrown = Optional.of(e);
            }
        }
    }

    private void measure(Call call) throws Throwable {
        long begin = System.nanoTime();
        long end = begin + (long) (budget * USED);
        if (single(call) > budget * SLOW) {
            singles(call, end);
            rateCalls = single.total();
            rateNanos = single.nanos();
            return;
        }
        int size = 1;
        long now = begin;
        while (now < begin + (long) (budget * RATE_UNTIL) && !stopped) {
            boolean warm = now >= begin + (long) (budget * WARMUP_UNTIL);
            long before = System.nanoTime();
            burst(call, size);
            now = System.nanoTime();
            returned.addAndGet(size);
            if (warm) {
                rateCalls += size;
                rateNanos += now - before;
            } else if (now - before < BURST_NANOS && size < MOST_CALLS) {
                size *= 2;
            } else if (now - before > 2 * BURST_NANOS && size > 1) {
                size /= 2;
            }
        }
        singles(call, end);
    }

    private static void burst(Call call, int size) throws Throwable {
        for (int i = 0; i < size; i++) {
            call.call();
        }
    }

    /** Times single calls while another call is likely to end in time. */
    private void singles(Call call, long end) throws Throwable {
        long last = 0;
        while (System.nanoTime() + last < end && !stopped) {
            last = single(call);
        }
    }

    private long single(Call call) throws Throwable {
        long before = System.nanoTime();
        call.call();
        long nanos = System.nanoTime() - before;
        single.add(nanos, 1);
        longest = Math.max(longest, nanos);
        returned.incrementAndGet();
        return nanos;
    }

    private Measured measured() {
        if (thrown.isPresent()) {
            return Measured.thrown(returned.get(), thrown.get());
        }
        if (rateCalls == 0) {
            rateCalls = single.total();
            rateNanos = single.nanos();
        }
        return rateCalls == 0
                ? Measured.failed(returned.get(), "it did not return in time, and was interrupted")
                : new Measured(
                        returned.get(),
                        (double) rateNanos / rateCalls,
                        percentile(0.5),
                        percentile(0.99),
                        percentile(0.999),
                        longest,
                        "",
                        Optional.empty());
    }

    private double percentile(double share) {
        double wanted = Math.ceil(share * single.total());
        double[] found = {0, Double.NaN};
        single.forEach((nanos, count) -> {
            found[0] += count;
            if (Double.isNaN(found[1]) && found[0] >= wanted) {
                found[1] = nanos;
            }
        });
        return found[1];
    }

    /**
     * The measured times, in nanoseconds.
     *
     * @param calls number of calls that returned, including the warm-up
     * @param nanos mean time of a call, from many calls timed together
     * @param median median of single calls; like the following values, it includes reading the clock
     * @param failure why there are no times; empty on success
     * @param origin where the exception was thrown; empty if the failure is not an exception
     */
    public record Measured(
            long calls,
            double nanos,
            double median,
            double p99,
            double p999,
            double longest,
            String failure,
            Optional<Origin> origin) {

        /**
         * The place where an exception was thrown.
         *
         * @param frame the innermost method, its file and line; empty if that is in the snippet, or unknown
         * @param line line of the snippet's class, from 1; 0 if unknown
         */
        public record Origin(String frame, int line) {

            static Origin of(Throwable thrown) {
                StackTraceElement[] stack = thrown.getStackTrace();
                int line = Arrays.stream(stack)
                        .filter(Origin::isSnippet)
                        .mapToInt(StackTraceElement::getLineNumber)
                        .findFirst()
                        .orElse(0);
                return new Origin(stack.length == 0 || isSnippet(stack[0]) ? "" : text(stack[0]), line);
            }

            private static boolean isSnippet(StackTraceElement frame) {
                return frame.getClassName().startsWith(SnippetProperties.CLASS);
            }

            /** Returns a frame without the names of its class loader and module. */
            private static String text(StackTraceElement frame) {
                return new StackTraceElement(
                                frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
                        .toString();
            }
        }

        static Measured failed(long calls, String why) {
            return failed(calls, why, Optional.empty());
        }

        static Measured thrown(long calls, Throwable thrown) {
            return failed(calls, thrown.toString(), Optional.of(Origin.of(thrown)));
        }

        private static Measured failed(long calls, String why, Optional<Origin> origin) {
            return new Measured(calls, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, why, origin);
        }

        static Measured stuck(long calls, String thread) {
            return failed(
                    calls,
                    "it did not return in time and does not end when it is interrupted: its thread " + thread
                            + " keeps running in that JVM until it returns or the JVM ends");
        }

        void write(Path file) throws IOException {
            Properties values = new Properties();
            values.setProperty("calls", Long.toString(calls));
            values.setProperty("nanos", Double.toString(nanos));
            values.setProperty("median", Double.toString(median));
            values.setProperty("p99", Double.toString(p99));
            values.setProperty("p999", Double.toString(p999));
            values.setProperty("longest", Double.toString(longest));
            values.setProperty("failure", failure);
            origin.ifPresent(where -> {
                values.setProperty("frame", where.frame());
                values.setProperty("line", Integer.toString(where.line()));
            });
            try (Writer writer = Files.newBufferedWriter(file)) {
                values.store(writer, null);
            }
        }

        /** Reads the file that the JVM of a snippet has written. */
        public static Measured read(Path file) throws IOException {
            Properties values = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                values.load(reader);
            }
            return new Measured(
                    Long.parseLong(values.getProperty("calls", "0")),
                    number(values, "nanos"),
                    number(values, "median"),
                    number(values, "p99"),
                    number(values, "p999"),
                    number(values, "longest"),
                    values.getProperty("failure", ""),
                    Optional.ofNullable(values.getProperty("frame"))
                            .map(frame -> new Origin(frame, Integer.parseInt(values.getProperty("line")))));
        }

        private static double number(Properties values, String name) {
            return Double.parseDouble(values.getProperty(name, "NaN"));
        }
    }
}
