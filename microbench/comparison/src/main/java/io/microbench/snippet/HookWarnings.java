/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.result.ForkResult;
import io.microbench.snippet.fork.Handover;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Warns of scores that hooks around each call make unreliable. */
final class HookWarnings {

    /** Above this share of a call, reading the clock is seen in the number. */
    private static final double CLOCK_SHARE = 0.02;
    /** Below this number of calls, a JIT compiler may not have come to the snippet. */
    private static final long FEW_CALLS = 10_000;
    /** Above this share of the time spent in hooks, they are why there were few calls. */
    private static final double HOOK_SHARE = 0.5;

    private HookWarnings() {}

    static List<String> of(SnippetResult snippet) {
        List<String> warnings = new ArrayList<>();
        Optional<ForkResult> measured = snippet.result().forks().stream()
                .filter(fork -> fork.value().isPresent())
                .reduce((a, b) -> b);
        if (measured.isEmpty()) {
            return warnings;
        }
        Map<String, String> echo = measured.get().echo();
        double clock = number(echo, Handover.CLOCK_NANOS);
        if (clock > CLOCK_SHARE * snippet.nanos()) {
            warnings.add("\"" + snippet.name() + "\": a call is too short for hooks around it: of the "
                    + Quantity.DURATION.format(snippet.nanos()) + " about " + Quantity.DURATION.format(clock)
                    + " are the reading of the clock. Prepare many inputs in --init-worker, or let a call do more.");
        }
        double calls = number(echo, Handover.HOOKED_CALLS);
        double possible = number(echo, Handover.HOOKED_NANOS) / snippet.nanos();
        double share = 1 - calls / possible;
        if (calls < FEW_CALLS && possible > FEW_CALLS && share > HOOK_SHARE) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "\"%s\": hooks took %s of the time, which left %.0f calls for a fork: its JIT compiler may not have"
                            + " come to the snippet. Longer samples (--sample-duration) allow for more.",
                    snippet.name(),
                    Numbers.percent(share),
                    calls));
        }
        return warnings;
    }

    /** Returns a fact that a fork reported; not a number where it reported none, as one without hooks. */
    private static double number(Map<String, String> echo, String key) {
        return Double.parseDouble(echo.getOrDefault(key, "NaN"));
    }
}
