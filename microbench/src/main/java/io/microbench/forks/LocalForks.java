// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.forks.ForkOutput.JmhProgressLines;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.ForkReaper;
import io.microbench.process.OutputTail.LineSplitter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import joptsimple.OptionParser;
import org.apache.commons.math3.stat.descriptive.summary.Sum;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * Starts single forks of benchmarks on this JVM's class path, optionally with another class path.
 *
 * <p>JMH passes the system property {@code java.class.path} to its forks; while this is open, it names a file that
 * contains the forks' class path. The output of forks goes only to their listeners. Several forks may run at once, each
 * from its own thread. This does not take the machine-wide lock, see {@link io.microbench.forks.RunLock}.
 */
public final class LocalForks implements AutoCloseable {

    private static final String CLASS_PATH = "java.class.path";
    private static final int MAX_LINE_BYTES = 1 << 14;

    /** One class of each of JMH's own libraries. */
    private static final List<Class<?>> LIBRARIES = List.of(OptionParser.class, Sum.class);

    private final Path folder;
    private final Path[] leftovers;
    private final String ownClassPath = System.getProperty(CLASS_PATH, "");
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    private final BusyForks busy = new BusyForks();

    /** Reapers without a fork; a later fork uses them again. */
    private final Queue<ForkReaper> idle = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    /** Files by class path, so that forks with the same class path share one. */
    private final Map<String, ArgumentFiles> classPaths = new ConcurrentHashMap<>();

    /**
     * Prepares to start forks.
     *
     * @param folder the folder for the facts that forks report
     * @param classPath the class path of the forks, with JMH and the benchmarks
     * @param leftovers files that are removed if this JVM ends before {@link #close}
     */
    public LocalForks(Path folder, List<String> classPath, Path... leftovers) {
        this.folder = folder;
        this.leftovers = leftovers.clone();
        use(classPath);
    }

    /** Sets the class path of future forks; called while no fork is being started. */
    public void use(List<String> classPath) {
        ArgumentFiles file = classPaths.computeIfAbsent(String.join(File.pathSeparator, classPath), path -> {
            try {
                return ArgumentFiles.of(List.of(path));
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot write the class path of forks to a file (" + e + ")", e);
            }
        });
        System.setProperty(CLASS_PATH, file.arguments().get(0));
    }

    /** Returns the class path that every fork needs: the benchmarks, the harness, JMH and its dependencies. */
    public static List<String> required(Class<?> benchmarks) {
        return places(benchmarks, LocalForks.class, BenchmarkResult.class, OptionParser.class, Sum.class);
    }

    /**
     * Returns the entries that compiled snippets may use: the benchmarks, the harness and JMH, but not their
     * dependencies.
     */
    public static List<String> visible(Class<?> benchmarks) {
        return places(benchmarks, LocalForks.class, BenchmarkResult.class);
    }

    /**
     * Returns the class path of forks for snippets. If snippets name a version of a library that JMH also uses, their
     * version comes first.
     */
    public static List<String> classPath(Class<?> benchmarks, List<String> own) {
        Set<String> all = new LinkedHashSet<>(visible(benchmarks));
        if (LIBRARIES.stream().noneMatch(type -> HarnessPath.holds(own, HarnessPath.file(type.getName())))) {
            // The class archive that the command creates requires this order.
            all.addAll(required(benchmarks));
        }
        all.addAll(own);
        all.addAll(required(benchmarks));
        return List.copyOf(all);
    }

    private static List<String> places(Class<?>... types) {
        return Stream.of(types)
                .map(type -> HarnessPath.location(type.getName()))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /**
     * Runs one fork; the failure of a benchmark is part of the report, not an exception.
     *
     * @param planned the case; the number of forks in its plan is ignored
     * @param number the fork's number within its case, from 1
     * @param name the name of an existing folder in the folder for all forks, used by no other fork
     */
    public ForkReport run(PlannedCase planned, int number, String name, ForkListener listener) {
        Path own = folder.resolve(name);
        ForkRun fork = new ForkRun(planned, number, own, nowhere, RunClock.start()).withListener(listener);
        Progress progress = new Progress(System::nanoTime, Duration.ZERO);
        ForkRun.Outcome outcome;
        ForkReaper reaper = Optional.ofNullable(idle.poll()).orElseGet(() -> ForkReaper.start(leftovers));
        try (PrintStream standard = lines(listener)) {
            System.setOut(standard);
            System.setErr(standard);
            outcome = fork.run(reaper, progress, ForkRun.Outside.NOTHING, busy, false);
        } finally {
            System.setOut(out);
            System.setErr(err);
            release(reaper);
        }
        return JmhResults.report(outcome, outcome.jmh().stream().toList());
    }

    private void release(ForkReaper reaper) {
        if (reaper.isAlive()) {
            idle.add(reaper);
        }
        if (closed) {
            endIdle();
        }
    }

    private void endIdle() {
        for (ForkReaper reaper = idle.poll(); reaper != null; reaper = idle.poll()) {
            reaper.close();
        }
    }

    /** Returns a stream of a fork's lines; JMH copies a fork's standard streams to those of this JVM. */
    private static PrintStream lines(ForkListener listener) {
        LineSplitter splitter = new LineSplitter(MAX_LINE_BYTES, line -> {
            if (!JmhProgressLines.isNoise(line)) {
                listener.printed(line);
            }
        });
        return new PrintStream(splitter, true, StandardCharsets.UTF_8);
    }

    /**
     * Ends the running forks and prevents new ones; thread-safe.
     *
     * @param patience how long they may take to clean up before they are killed
     */
    public void stop(Duration patience) {
        busy.stop(patience);
    }

    public boolean isStopped() {
        return busy.isStopped();
    }

    /** Restores the class path of this JVM, and ends the reapers. */
    @Override
    public void close() {
        System.setProperty(CLASS_PATH, ownClassPath);
        classPaths.values().forEach(ArgumentFiles::close);
        closed = true;
        endIdle();
    }
}
