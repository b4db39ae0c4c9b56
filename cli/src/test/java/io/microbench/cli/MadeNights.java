// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.history.CaseSummary;
import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Creates made-up nightly runs, on one machine and branch main. */
final class MadeNights {

    private MadeNights() {}

    static RunSummary night(int number, String commit, CaseSummary... cases) {
        return new RunSummary(
                "night-" + number,
                Instant.parse("2026-05-04T03:00:00Z").plus(Duration.ofDays(number)),
                Optional.of(commit),
                false,
                Optional.of("main"),
                new Fingerprint("JDK 21", "VM", "EPYC", "Linux"),
                List.of(cases));
    }

    /** Returns a case with one fork that took this many nanoseconds. */
    static CaseSummary time(String id, double nanos) {
        return new CaseSummary(
                id,
                Mode.AVERAGE_TIME,
                "ns/op",
                nanos,
                Optional.empty(),
                OptionalDouble.empty(),
                List.of(nanos),
                new ForkSetup("VM", List.of(), "compiler", List.of()),
                OptionalDouble.empty(),
                Optional.empty());
    }

    /** Returns the same case with most of its iterations starved. */
    static CaseSummary starved(CaseSummary summary) {
        return new CaseSummary(
                summary.id(),
                summary.mode(),
                summary.unit(),
                summary.value(),
                summary.interval(),
                summary.allocatedBytes(),
                summary.forkValues(),
                summary.setup(),
                OptionalDouble.of(0.9),
                summary.code());
    }
}
