// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.history.CaseSummary;
import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Creates histories for tests. */
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
        return RunSummaryBuilder.of(
                        String.format(Locale.ROOT, "night-%02d", number),
                        Instant.parse("2026-05-04T03:00:00Z").plus(Duration.ofDays(number)))
                .commit(Optional.of(commit(number)))
                .dirty(dirty)
                .branch(Optional.of("main"))
                .cases(List.of(time(ENCODE, 100 * breath * encode), time(DECODE, 200 * breath * decode)))
                .build();
    }

    static String commit(int night) {
        return String.format(Locale.ROOT, "%02d", night).repeat(20);
    }

    /** Returns a case of one fork with this time in nanoseconds. */
    static CaseSummary time(String id, double value) {
        return CaseSummaryBuilder.of(id, value).build();
    }
}
