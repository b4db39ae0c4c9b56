// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Samples stacks in the measured iterations with async-profiler, without start and warm-up.
 *
 * <p>JMH's own profiler for it parses its options with a library whose version may differ in forks, and rejects newer
 * arguments. The library of async-profiler binds its native methods to the class that loads it, regardless of the class
 * name.
 */
public final class NativeSampling implements InternalProfiler {

    /** Label of the result with the names of the sampled counters. */
    public static final String EVENT = "async.event";

    private static final String BETWEEN = "\n";
    private static final int FIRST_EVENT = 3;

    private final String library;
    private final String file;
    private final String arguments;
    private final List<String> events;
    private String sampled = "";
    private int iterations;

    /** Called by JMH with the text after the name of the class, as {@link #options} writes it. */
    public NativeSampling(String options) {
        List<String> given = List.of(options.split(BETWEEN, -1));
        this.library = given.get(0);
        this.file = given.get(1);
        this.arguments = given.get(2);
        this.events = given.subList(FIRST_EVENT, given.size());
    }

    /**
     * Returns the options.
     *
     * @param arguments the arguments of async-profiler besides the event, separated by commas; may be empty
     * @param events events to try; the first that the machine allows is sampled
     */
    public static String options(String library, String file, String arguments, List<String> events) {
        return String.join(BETWEEN, library, file, arguments, String.join(BETWEEN, events));
    }

    @Override
    public String getDescription() {
        return "Samples stacks in the measured iterations with async-profiler";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (iteration.getType() == IterationType.MEASUREMENT && sampled.isEmpty()) {
            System.load(library);
            sampled = start();
        }
    }

    private String start() {
        StringBuilder refusals = new StringBuilder();
        for (String event : events) {
            try {
                execute0("start,event=" + event + (arguments.isEmpty() ? "" : "," + arguments));
                return event;
            } catch (IOException | IllegalStateException | IllegalArgumentException e) {
                refusals.append(refusals.isEmpty() ? "" : "; ")
                        .append(event)
                        .append(": ")
                        .append(e.getMessage());
            }
        }
        throw new IllegalStateException("async-profiler does not start (" + refusals + ")");
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() != IterationType.MEASUREMENT || ++iterations < iteration.getCount()) {
            return List.of();
        }
        try {
            execute0("stop,collapsed,dot,file=" + file);
        } catch (IOException e) {
            throw new IllegalStateException("The fork cannot write " + file + " (" + e.getMessage() + ")", e);
        }
        return List.of(new TextResult(sampled, EVENT));
    }

    /** Executes a command; bound by the library when it is loaded. */
    private native String execute0(String command) throws IOException;
}
