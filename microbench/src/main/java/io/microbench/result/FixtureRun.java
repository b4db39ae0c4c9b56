// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.Redaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records a fixture, a resource that the forks of several cases shared.
 *
 * @param fixture name of its class
 * @param cases the cases for which it was started, as a method with parameters: {@code package.Class.method:size=1024}
 * @param start when its JVM was started, UTC
 * @param readySeconds the time from its start until it was ready; empty if it was never ready
 * @param values the values that it provided for the forks, by name; secrets are masked
 * @param series samples of its JVM, about one per second
 * @param problem the problem, in one line; empty if there was none
 * @param jvms samples of other JVMs that it started, by their names; empty if no other JVM was monitored
 * @param node the node on which it ran; empty in a run on one machine
 * @param warmupFork the fork that warmed it up; empty if it was not warmed up
 */
public record FixtureRun(
        String fixture,
        String cases,
        Instant start,
        Optional<Double> readySeconds,
        Map<String, String> values,
        FixtureSeries series,
        Optional<String> problem,
        Optional<Map<String, FixtureSeries>> jvms,
        Optional<String> node,
        Optional<WarmupFork> warmupFork) {

    public FixtureRun {
        readySeconds.ifPresent(seconds -> RecordNumbers.amount(seconds, "readySeconds"));
        values = new TreeMap<>(Redaction.values(values));
        problem = problem.map(Redaction::text);
        jvms = jvms.map(TreeMap::new);
    }

    /** Returns a copy of this record with the name of its node. */
    public FixtureRun on(String name) {
        return new FixtureRun(
                fixture, cases, start, readySeconds, values, series, problem, jvms, Optional.of(name), warmupFork);
    }

    /**
     * Records the fork that warmed up a fixture before its first measured fork. The results of this fork are discarded.
     *
     * @param threads worker threads
     * @param seconds the planned total time of its iterations; 0 in single-shot mode
     * @param start when it was started, UTC
     * @param end when it ended, UTC
     */
    public record WarmupFork(int threads, double seconds, Instant start, Instant end) {

        private static final double NANOS = 1e9;

        public WarmupFork {
            RecordNumbers.from(1, threads, "threads");
            RecordNumbers.amount(seconds, "seconds");
        }

        /** Returns the planned time of all its iterations. */
        public Duration planned() {
            return Duration.ofNanos(Math.round(seconds * NANOS));
        }
    }

    /**
     * Records samples of a JVM, about one per second, as lists of the same length, one for each metric.
     *
     * @param seconds the time of each sample since the fixture was ready
     * @param cpuSeconds processor time of all its threads since the JVM started, without child processes
     * @param heapBytes used heap
     * @param collections number of garbage collections since the JVM started
     * @param collectionSeconds their total time; for collectors that pause the JVM, the time of the pauses
     * @param threads number of platform threads
     * @param more other metrics by name, such as {@code forces} of a store; may be empty
     */
    public record FixtureSeries(
            List<Double> seconds,
            List<Double> cpuSeconds,
            List<Double> heapBytes,
            List<Double> collections,
            List<Double> collectionSeconds,
            List<Double> threads,
            Optional<Map<String, List<Double>>> more) {

        /** The series of a JVM that was never sampled. */
        public static final FixtureSeries NONE =
                new FixtureSeries(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Optional.empty());

        public FixtureSeries {
            seconds = amounts(seconds, "seconds");
            cpuSeconds = amounts(cpuSeconds, "cpuSeconds");
            heapBytes = amounts(heapBytes, "heapBytes");
            collections = amounts(collections, "collections");
            collectionSeconds = amounts(collectionSeconds, "collectionSeconds");
            threads = amounts(threads, "threads");
            more = more.map(lists -> {
                Map<String, List<Double>> copy = new TreeMap<>();
                lists.forEach((name, numbers) -> copy.put(name, amounts(numbers, name)));
                return copy;
            });
        }

        private static List<Double> amounts(List<Double> numbers, String what) {
            numbers.forEach(each -> RecordNumbers.amount(each, what));
            return List.copyOf(numbers);
        }
    }
}
