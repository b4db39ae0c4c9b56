// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.judge.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Stores what was measured of the present code and of the code before, and formats it as lines. */
final class WatchLog {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final List<WatchedFork> rounds = new ArrayList<>();
    private List<WatchedFork> old = List.of();
    private List<WatchedFork> current = new ArrayList<>();
    private Verdict verdict = Verdict.UNDECIDED;

    /** The code has changed: what is measured from now on is held against what was measured last. */
    void changed() {
        if (!current.isEmpty()) {
            old = List.copyOf(current);
            current = new ArrayList<>();
        }
        verdict = Verdict.UNDECIDED;
    }

    /**
     * Adds a fork and returns its line, with the comparison as long as that is undecided, and once when it is decided.
     */
    String add(WatchedFork round) {
        rounds.add(round);
        if (!current.isEmpty() && current.get(0).workers() != round.workers()) {
            current = new ArrayList<>();
        }
        current.add(round);
        Optional<BaselineComparison> compared =
                verdict.decided() ? Optional.empty() : BaselineComparison.of(comparable(round), current);
        compared.ifPresent(c -> verdict = c.verdict());
        String line = String.format(
                Locale.ROOT,
                "%s  #%d  %s%s %s",
                time(round.end()),
                round.version(),
                round.workers() == 1 ? "" : round.workers() + " workers  ",
                BaselineComparison.number(round.value()),
                round.unit());
        return compared.map(c -> line + "  " + c.line()).orElse(line);
    }

    /** With other workers the rate is another one, whatever the code. */
    private List<WatchedFork> comparable(WatchedFork round) {
        return old.stream().filter(o -> o.workers() == round.workers()).toList();
    }

    /** Returns every fork, the oldest first. */
    List<WatchedFork> rounds() {
        return List.copyOf(rounds);
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }
}
