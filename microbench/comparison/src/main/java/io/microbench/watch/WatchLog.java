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

/** Stores the forks of the current and the previous version, and formats them as lines. */
final class WatchLog {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final List<WatchedFork> rounds = new ArrayList<>();
    private List<WatchedFork> old = List.of();
    private List<WatchedFork> current = new ArrayList<>();
    private Verdict verdict = Verdict.UNDECIDED;

    /** Starts a new version, which is compared with the last measured one. */
    void changed() {
        if (!current.isEmpty()) {
            old = List.copyOf(current);
            current = new ArrayList<>();
        }
        verdict = Verdict.UNDECIDED;
    }

    /** Adds a fork and returns its line, with the comparison until that is decided for the first time. */
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

    /** Returns the forks with the same number of workers, as only their rates are comparable. */
    private List<WatchedFork> comparable(WatchedFork round) {
        return old.stream().filter(o -> o.workers() == round.workers()).toList();
    }

    /** Returns all forks, the oldest first. */
    List<WatchedFork> rounds() {
        return List.copyOf(rounds);
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }
}
