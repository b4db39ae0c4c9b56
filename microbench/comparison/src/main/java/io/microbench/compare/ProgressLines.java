// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.text.Durations;
import io.microbench.text.Numbers;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Prints a line for each pair that has ended. */
final class ProgressLines {

    private final Consumer<String> progress;
    private final Duration budget;
    private final LongSupplier nanoClock;
    private final long start;

    ProgressLines(Consumer<String> progress, Duration budget, LongSupplier nanoClock) {
        this.progress = progress;
        this.budget = budget;
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
    }

    void pairEnded(Turn turn, CaseVerdict verdict) {
        String interval = verdict.low() > 0 && Double.isFinite(verdict.high())
                ? " [" + Numbers.change(verdict.low() - 1) + ", " + Numbers.change(verdict.high() - 1) + "]"
                : "";
        String decision = verdict.verdict() == Verdict.UNDECIDED
                ? verdict.ruledOut().map(ruledOut -> " " + ruledOut.text()).orElse("")
                : " " + verdict.verdict().name().toLowerCase(Locale.ROOT);
        progress.accept(time() + "  " + name(turn.id()) + "  pair " + turn.pair()
                + verdict.node().map(node -> " on " + node).orElse("") + "  speed "
                + Numbers.change(verdict.ratio() - 1) + interval + decision);
    }

    void failed(Side side, CaseId id, Failure failure) {
        progress.accept(time() + "  " + name(id) + "  FAILED on the " + side.label() + ": " + failure.message());
        failure.outputTail().forEach(line -> progress.accept("    " + line));
    }

    private String time() {
        return Durations.clock(Duration.ofNanos(nanoClock.getAsLong() - start)) + " of " + Durations.clock(budget);
    }

    /** Returns class and variant: packages are long and the same for most. */
    private static String name(CaseId id) {
        String className = id.className();
        return className.substring(className.lastIndexOf('.') + 1) + "." + id.displayName();
    }
}
