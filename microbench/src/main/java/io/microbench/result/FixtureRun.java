// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.Redaction;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records a resource that the forks of several cases shared, from its start to its end.
 *
 * @param fixture name of its class
 * @param cases the cases that it was started for, methods with parameters, {@code package.Class.method:size=1024}
 * @param start when its JVM was started, UTC
 * @param readySeconds how long it then took until it could be used; empty if it never could
 * @param values the values that it passed to the forks, by name; secrets are cut
 * @param series samples of its JVM, one per second
 * @param problem its problem, in one line; empty if there was none
 * @param jvms samples of other JVMs that it started, by their names; empty if it monitored none
 * @param node the node that it ran on; empty if the run was measured on one machine
 * @param warmupFork how it was warmed up; empty if it was not
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

    /** Returns the same resource as one of a node. */
    public FixtureRun on(String name) {
        return new FixtureRun(
                fixture, cases, start, readySeconds, values, series, problem, jvms, Optional.of(name), warmupFork);
    }
}
