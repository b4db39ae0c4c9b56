// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.history.CaseSummary;
import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes up histories. */
final class Nights {

    static final String ENCODE = "a.Codec.encode:threads=1";
    static final String DECODE = "a.Codec.decode:threads=1";

    private Nights() {}

    /** Returns fourteen quiet nights. */
    static List<RunSummary> quiet() {
        List<RunSummary> runs = new ArrayList<>();
        for (int night = 0; night < 14; night++) {
            runs.add(night(night, 1, 1));
        }
        return runs;
    }

    /** Returns a night in which the two cases took these multiples of their usual time. */
    static RunSummary night(int number, double encode, double decode) {
        return night(number, false, encode, decode);
    }

    static RunSummary night(int number, boolean dirty, double encode, double decode) {
        double breath = 1 + 0.002 * (number % 3);
        return new RunSummary(
                String.format(Locale.ROOT, "night-%02d", number),
                Instant.parse("2026-05-04T03:00:00Z").plus(Duration.ofDays(number)),
                Optional.of(commit(number)),
                dirty,
                Optional.of("main"),
                new Fingerprint("JDK", "VM", "CPU", "OS"),
                List.of(time(ENCODE, 100 * breath * encode), time(DECODE, 200 * breath * decode)));
    }

    static String commit(int night) {
        return String.format(Locale.ROOT, "%02d", night).repeat(20);
    }

    /** Returns a case of one fork with this time in nanoseconds. */
    static CaseSummary time(String id, double value) {
        return new CaseSummary(
                id,
                Mode.AVERAGE_TIME,
                "ns/op",
                value,
                Optional.empty(),
                OptionalDouble.empty(),
                List.of(value),
                new ForkSetup("VM", List.of(), "compiler", List.of()),
                OptionalDouble.empty());
    }
}
