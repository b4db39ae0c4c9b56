// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.text.Csv;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Writes samples as comma-separated values: numbers in full, in bytes and operations, an empty cell for an unknown value. */
final class MonitorCsv {

    private static final double MILLIS = 1e3;

    private MonitorCsv() {}

    /** Returns the names of the columns, with the line end. */
    static String header() {
        return Csv.row(List.of(
                "time",
                "node",
                "job",
                "silentSeconds",
                "lost",
                "cpuPercent",
                "jitCpuPercent",
                "gcCpuPercent",
                "threads",
                "virtualThreads",
                "files",
                "heapBytes",
                "directBytes",
                "metaspaceBytes",
                "codeBytes",
                "operationsPerSecond"));
    }

    /** Returns the row of a sample, with the line end. */
    static String row(MonitorHistory.Sample sample) {
        return Csv.row(List.of(
                sample.time().truncatedTo(ChronoUnit.MILLIS).toString(),
                sample.node().orElse(""),
                sample.job(),
                Csv.number(sample.silent().toMillis() / MILLIS),
                Boolean.toString(sample.lost()),
                Csv.number(sample.cpu()),
                Csv.number(sample.jitCpu()),
                Csv.number(sample.gcCpu()),
                Csv.count(sample.threads()),
                Csv.count(sample.virtualThreads()),
                Csv.count(sample.files()),
                Csv.count(sample.heap()),
                Csv.count(sample.direct()),
                Csv.count(sample.metaspace()),
                Csv.count(sample.code()),
                Csv.number(sample.rate())));
    }
}
