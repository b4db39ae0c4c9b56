// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records samples of a JVM, about one per second, each kind of number in a separate list; all have the same length.
 *
 * @param seconds the time of each sample, since the resource was ready
 * @param cpuSeconds processor time since the JVM started, of all its threads; not that of processes it started
 * @param heapBytes heap in use
 * @param collections garbage collections since the JVM started
 * @param collectionSeconds their time, which is that of pauses for collectors that pause
 * @param threads platform threads
 * @param more other numbers by their names, such as {@code forces} of a store; empty if there are none
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
