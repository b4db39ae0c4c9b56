// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Writes the {@link ForkFacts} to a file that the host reads.
 *
 * <p>JMH's link to the host only carries numbers, so text needs a file, named by the system property {@value #FILE}. It is
 * written before the first iteration and between iterations, never inside one. JMH also creates an instance in the host, where
 * the property is not set.
 */
public final class ForkProbe implements InternalProfiler {

    /** The system property that names the file. */
    public static final String FILE = "microbench.fork.echo";

    /** The system property by which the host finds its fork among all processes; not set inside the host. */
    public static final String ID = "microbench.fork.id";

    /** The fact with the processors that a pinned fork may use, as Linux lists them. */
    public static final String PROCESSORS = "os.processors";

    /** The fact with the JVM arguments that the fork actually has, separated by blanks. */
    public static final String ARGUMENTS = "jvm.arguments";

    /** The beginning and the end of the argument that makes a fork write the names of its classes to a file. */
    public static final String CLASS_LOG = "-Xlog:class+load:file=";

    public static final String CLASS_LOG_END = ":none:filecount=0";

    private static final String ALLOWED = "Cpus_allowed_list:";

    private static final List<String> OWN_ARGUMENTS = List.of("-Dmicrobench.fork.", "-Djmh.shutdownTimeout=");

    private static final String QUOTED = " \t\r\n\"'";

    private static final Set<StandardOpenOption> REPLACED =
            EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);

    private Optional<Map<String, String>> written = Optional.empty();
    /** Runs while JMH prepares the benchmark; empty in the host and after the first iteration has begun. */
    private Optional<FutureTask<Boolean>> preparation = Optional.empty();

    private boolean gauged;
    private boolean ending;

    /**
     * Called by JMH for each run of a benchmark; clears the facts of an earlier run in the same JVM. In a fork it starts a
     * thread that initializes the counters and writes the facts for the first time.
     */
    public ForkProbe() {
        ForkFacts.clear();
        if (System.getProperty(ID) != null) {
            preparation = Optional.of(new FutureTask<>(this::prepare, true));
            Thread thread = new Thread(preparation.get(), "microbench-prepare");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Does in advance what would delay the first iteration by milliseconds. */
    private void prepare() {
        Counters.ofThisJvm();
        write();
    }

    private void awaitPreparation() {
        if (preparation.isPresent()) {
            try {
                preparation.get().get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(
                        "The fork cannot report to its host (" + e.getCause() + ")", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            preparation = Optional.empty();
        }
    }

    /**
     * Returns the processors that this process may use, as Linux lists them; empty elsewhere.
     *
     * @param machine the root of the file system, {@code /} for the real machine
     */
    public static Optional<String> processors(Path machine) {
        return TextFile.lines(machine.resolve("proc/self/status")).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst();
    }

    /**
     * Returns the unique {@link #ID} of a fork.
     *
     * @param run the name of the folder of its run
     * @param number the number of the fork, from 1
     */
    public static String id(String run, int number) {
        return run + "/" + number + "-" + Long.toHexString(System.nanoTime());
    }

    /** Returns whether it is the ID of a first fork: the others of a case do not measure an empty call. */
    static boolean isFirst(String id) {
        return id.contains("/1-");
    }

    @Override
    public String getDescription() {
        return "Reports facts about the fork to the host";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        awaitPreparation();
        write();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        write();
        if (!ending
                && iteration.getType() == IterationType.MEASUREMENT
                && isFirst(System.getProperty(ID, ""))
                && EmptyCall.isOfInterest(nanosOfCall(benchmark, iteration, result))) {
            ending = true;
            Runtime.getRuntime().addShutdownHook(new Thread(this::writeLast, "microbench-empty-call"));
        }
        return List.of();
    }

    /**
     * Returns the approximate duration of a call on its thread, in nanoseconds; 0 if unknown, as for iterations without
     * a duration.
     */
    private static double nanosOfCall(BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        IterationResultMetaData data = result.getMetadata();
        return data == null || data.getAllOps() == 0
                ? 0
                : (double) iteration.getTime().convertTo(TimeUnit.NANOSECONDS)
                        * benchmark.getThreads()
                        / data.getAllOps();
    }

    /** Adds facts that are measured after all iterations; errors can no longer be reported. */
    private void writeLast() {
        EmptyCall.nanos().ifPresent(nanos -> ForkFacts.put(EmptyCall.NANOS, nanos));
        write();
    }

    private synchronized void write() {
        String file = System.getProperty(FILE);
        if (file == null) {
            return;
        }
        if (!gauged) {
            gauged = true;
            Path gauge = Path.of(file).resolveSibling(ForkGauge.FILE);
            if (Files.exists(gauge)) {
                ForkGauge.start(gauge);
            }
        }
        Map<String, String> echoed = ForkFacts.all();
        if (written.isPresent() && written.get().equals(echoed)) {
            return;
        }
        Map<String, String> facts = new TreeMap<>(echoed);
        facts.putAll(ownFacts());
        try {
            write(Path.of(file), facts);
            written = Optional.of(echoed);
        } catch (IOException e) {
            throw new IllegalStateException("The fork cannot write " + file + " for its host", e);
        }
    }

    /** Returns whether the harness added a JVM argument for itself, such as the one that lists loaded classes. */
    static boolean isOwn(String argument) {
        return TextFile.startsWithAny(argument, OWN_ARGUMENTS)
                || (argument.startsWith(CLASS_LOG) && argument.endsWith(CLASS_LOG_END));
    }

    /** Avoids lambdas and streams, whose first use would take milliseconds before the first iteration. */
    private static Map<String, String> ownFacts() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Map<String, String> facts = new TreeMap<>();
        facts.put("jvm.pid", JvmCounters.pid(runtime));
        facts.put("jvm.version", System.getProperty("java.vm.version", "N/A"));
        StringJoiner arguments = new StringJoiner(" ");
        for (String argument : runtime.getInputArguments()) {
            if (!isOwn(argument)) {
                arguments.add(asWord(argument));
            }
        }
        facts.put(ARGUMENTS, arguments.toString());
        facts.put("jvm.assertions", ForkProbe.class.desiredAssertionStatus() ? "on" : "off");
        if (System.getProperty(IterationBarrier.FILE) != null) {
            processors(Path.of("/")).ifPresent(list -> facts.put(PROCESSORS, list));
        }
        facts.put("jvm.heap.max.bytes", Long.toString(Runtime.getRuntime().maxMemory()));
        StringJoiner collectors = new StringJoiner(", ");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collectors.add(collector.getName());
        }
        facts.put("jvm.gc", collectors.toString());
        return facts;
    }

    /** Quotes an argument with blanks or quotes, so that its end, and the end of a secret in it, is unambiguous. */
    static String asWord(String argument) {
        for (int i = 0; i < argument.length(); i++) {
            if (QUOTED.indexOf(argument.charAt(i)) >= 0) {
                return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            }
        }
        return argument;
    }

    /**
     * Writes to a temporary file first, so that the host never reads an incomplete file. Only its owner may read it: the facts
     * include JVM arguments, from which the host removes secrets later.
     */
    private static void write(Path file, Map<String, String> facts) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".tmp");
        try (OutputStream out =
                Channels.newOutputStream(Files.newByteChannel(draft, REPLACED, FileModes.of(file, "rw-------")))) {
            out.write(PropertyLines.of(facts).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            Files.deleteIfExists(draft);
            throw e;
        }
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Measures the cost of an empty call in this JVM, in a loop like the loops that JMH generates for throughput and average
     * time: call, count, read a volatile flag that another thread sets.
     *
     * <p>A score that is not larger only shows the cost of JMH's loop. One thread makes the calls, and no result is
     * passed to a blackhole. The time is the processor time of that thread if the JVM reports it: waiting for a
     * processor would make an empty call look expensive. {@link ForkProbe} measures it when the JVM of the first fork
     * shuts down, after all iterations.
     */
    public static final class EmptyCall {

        /** The fact with the cost of an empty call in nanoseconds, the lower quartile of some rounds. */
        public static final String NANOS = "call.empty.nanos";

        private static final long WARMUP_NANOS = TimeUnit.MILLISECONDS.toNanos(8);
        private static final long ROUND_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
        private static final int ROUNDS = 15;
        private static final int LEAST_ROUNDS = 3;
        /** Time limit of the measurement: on a busy machine a round takes many times as long. */
        private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        /** Minimum share of the time with a processor: below it, the threads of the JIT compiler had to wait, too. */
        private static final double LEAST_RUNNING = 0.7;

        /** A compiled call that takes longer than this is not empty on any machine. */
        private static final double MOST_OF_INTEREST = 5;

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private volatile boolean done;

        private EmptyCall() {}

        /**
         * Returns the nanoseconds of an empty call, above 0; empty on a machine so busy that the loop may not be compiled yet.
         *
         * <p>It is the lower quartile, as disturbances make rounds longer, and the first ones may not be compiled yet.
         */
        static OptionalDouble nanos() {
            EmptyCall call = new EmptyCall();
            long start = System.nanoTime();
            long running = call.time();
            call.round(WARMUP_NANOS);
            double[] rounds = new double[ROUNDS];
            int count = 0;
            while (count < ROUNDS && (count < LEAST_ROUNDS || System.nanoTime() - start < MOST_NANOS)) {
                rounds[count++] = call.round(ROUND_NANOS);
            }
            Arrays.sort(rounds, 0, count);
            return knows(call.time() - running, System.nanoTime() - start)
                    ? OptionalDouble.of(rounds[count / 4])
                    : OptionalDouble.empty();
        }

        /**
         * Returns whether calls may be empty.
         *
         * @param nanos approximate time of a call; 0 if unknown
         */
        static boolean isOfInterest(double nanos) {
            return nanos < MOST_OF_INTEREST;
        }

        /** Returns whether a thread had a processor for a sufficient part of the time. */
        static boolean knows(long running, long whole) {
            return running >= LEAST_RUNNING * whole;
        }

        private double round(long nanos) {
            done = false;
            Thread clock = new Thread(() -> end(nanos), "microbench-empty-call");
            clock.setDaemon(true);
            clock.start();
            long calls = 0;
            long start = time();
            do {
                nothing();
                calls++;
            } while (!done);
            return (double) Math.max(1, time() - start) / calls;
        }

        private void end(long nanos) {
            long start = System.nanoTime();
            for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
                LockSupport.parkNanos(left);
            }
            done = true;
        }

        private long time() {
            return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : System.nanoTime();
        }

        private static void nothing() {}
    }

    /** Collects facts known only inside the fork; {@link ForkProbe} writes them to a file for the host. */
    public static final class ForkFacts {

        private static final Map<String, String> FACTS = new ConcurrentSkipListMap<>();

        private ForkFacts() {}

        /**
         * Records one fact about this fork; a later value for the same key replaces the earlier one.
         *
         * @param key what the fact is about, for example {@code allocator.class}
         * @param value the fact; its {@code toString()} is kept
         */
        public static void put(String key, Object value) {
            FACTS.put(key, value.toString());
        }

        static void clear() {
            FACTS.clear();
        }

        static Map<String, String> all() {
            return Map.copyOf(FACTS);
        }
    }
}
