// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.ForkProbe.ForkFacts;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The life cycle of a snippet in its fork: init, one init for each worker, the loops, done.
 *
 * <p>No worker begins to loop before all have been initialised. Done always runs once: at the end of the trial, or when
 * the JVM is terminated after a failure or an interruption.
 *
 * <p>The fork is started while the host is still compiling. The fork checks every millisecond for a file with the
 * inputs, which the host then writes to the folder of the fork.
 */
final class SnippetJob {

    private static final long PAUSE_MILLIS = 1;

    private final Class<? extends SnippetCode> type;
    private final SnippetCode first;
    private final CountDownLatch arrivals;
    private final AtomicBoolean done = new AtomicBoolean();
    private final LongAdder hookedCalls = new LongAdder();

    private SnippetJob(Class<? extends SnippetCode> type, int workers) throws ReflectiveOperationException {
        this.type = type;
        this.first = instance();
        this.arrivals = new CountDownLatch(workers);
    }

    /** Waits for the class, loads it and runs its init. */
    static SnippetJob start(int workers) throws Throwable {
        Properties ready = await(Path.of(System.getProperty(SnippetProperties.FOLDER, "")));
        SnippetJob job = new SnippetJob(load(Path.of(ready.getProperty(SnippetProperties.CLASSES, ""))), workers);
        job.first.inputs(inputs(ready));
        // The hook is registered before init, which may fail and leave something to clean up.
        Runtime.getRuntime().addShutdownHook(new Thread(job::doneAtExit, "microbench-done"));
        job.first.init();
        return job;
    }

    /** Loads the class of a snippet; the loader stays open, because the snippet may load classes while it runs. */
    static Class<? extends SnippetCode> load(Path classes) throws IOException, ClassNotFoundException {
        URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, SnippetJob.class.getClassLoader());
        return loader.loadClass(SnippetProperties.CLASS).asSubclass(SnippetCode.class);
    }

    private static Properties await(Path folder) throws IOException, InterruptedException {
        Path ready = folder.resolve(SnippetProperties.READY);
        while (!Files.exists(ready)) {
            if (!Files.isDirectory(folder)) {
                throw new IllegalStateException("This benchmark measures snippets: the microbench command runs it.");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(ready)) {
            properties.load(reader);
        }
        return properties;
    }

    private static Map<String, String> inputs(Properties ready) {
        Map<String, String> inputs = new TreeMap<>();
        for (String name : ready.stringPropertyNames()) {
            if (name.startsWith(SnippetProperties.INPUT)) {
                inputs.put(name.substring(SnippetProperties.INPUT.length()), ready.getProperty(name));
            }
        }
        return inputs;
    }

    private SnippetCode instance() throws ReflectiveOperationException {
        return type.getConstructor().newInstance();
    }

    /** Returns the initialised worker of the calling thread, after all workers are initialised. */
    SnippetCode worker() throws Throwable {
        SnippetCode worker = instance();
        worker.initWorker();
        arrivals.countDown();
        // If one worker fails, JMH interrupts the workers that wait here.
        arrivals.await();
        return worker;
    }

    /** Adds the calls of a worker with hooks around them to the total for the host. */
    void hooked(long calls) {
        hookedCalls.add(calls);
        ForkFacts.put(SnippetProperties.HOOKED_CALLS, hookedCalls.sum());
    }

    private void doneAtExit() {
        // Another hook closes JMH's link to the host at the same time; text printed to it would be lost.
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
        done();
    }

    /**
     * Runs the done code of the snippet unless it has run; an exception is reported to the host and does not affect the
     * result.
     */
    void done() {
        if (!done.compareAndSet(false, true)) {
            return;
        }
        try {
            first.done();
        } catch (Throwable e) {
            ForkFacts.put(SnippetProperties.DONE_FAILURE, e);
            System.err.println("done failed: " + e);
        }
    }
}
