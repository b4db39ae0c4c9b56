// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.TriedForkRule;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Replays stop rules over stored series of iterations.
 *
 * <p>The folder contains {@code timeseries/NAME.json}, per benchmark a list of forks, each a list of seconds per
 * operation in iterations of 0.1 s, and may contain {@code classification/NAME.json} with the first steady point of
 * each fork. Each series is cut where the rule would have stopped. A point costs {@code ceil(0.1 / x) * x} seconds, a
 * fork 0.5 s more. The value of a benchmark is the geometric mean over forks of the median of the measured iterations.
 * The rule begins with the first fork; the full schedule is five forks of 50 s warm-up and 50 s measurement, "same"
 * means the first five forks, "other" the next five.
 */
public final class Replay {

    /** The deviation up to which a value counts as equal to that of the full schedule. */
    public static final double TOLERANCE = 0.03;

    private Replay() {}

    /** The results of all rules for one benchmark. */
    private record One(int forks, int tooShort, FullSchedule.Repeated full, List<BenchmarkReplay> rules) {}

    /**
     * Replays rules over a folder.
     *
     * @param rules the rules, at least one
     * @throws ReplayException if the folder has no series, a file cannot be used, or no rule stopped a fork; the
     *     message names file and position
     */
    public static ReplayRecord over(Path folder, List<ReplayRule> rules) {
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("There is no rule to replay; name at least one");
        }
        SeriesFolder series = SeriesFolder.list(folder);
        List<One> all = series.series().parallelStream()
                .map(file -> replay(series.read(file), rules))
                .toList();
        List<ReplayRecord.RuleReplay> replays = new ArrayList<>();
        for (int r = 0; r < rules.size(); r++) {
            int index = r;
            List<BenchmarkReplay> rows =
                    all.stream().map(one -> one.rules().get(index)).toList();
            replays.add(new ReplayRecord.RuleReplay(
                    rules.get(r).stop().name(),
                    rules.get(r).stop().settings(),
                    words(rules.get(r).forks()),
                    ReplaySummary.of(rows, TOLERANCE),
                    rows));
        }
        replays.sort(Comparator.comparingDouble(replay -> -replay.totals().timeSaved()));
        return new ReplayRecord(
                        folder.toString(),
                        all.size(),
                        all.stream().mapToInt(One::forks).sum(),
                        TOLERANCE,
                        FullSchedule.over(all.stream().map(One::full).toList(), TOLERANCE),
                        List.copyOf(replays),
                        notes(series, all))
                .requireStops();
    }

    private static One replay(BenchmarkSeries series, List<ReplayRule> rules) {
        FullSchedule full = FullSchedule.of(series);
        return new One(
                series.forks().size(),
                full.tooShort(),
                full.repeated(),
                rules.stream()
                        .map(rule -> BenchmarkReplay.of(series, full, rule))
                        .toList());
    }

    private static List<String> notes(SeriesFolder series, List<One> all) {
        List<String> notes = new ArrayList<>(series.notes());
        count(
                notes,
                all.stream().filter(one -> one.forks() < FullSchedule.FORKS).count(),
                "with fewer than 5 forks: the full schedule uses all of them.");
        count(
                notes,
                all.stream().filter(one -> one.full().deviations().isEmpty()).count(),
                "with fewer than 8 forks: no forks are left to estimate from.");
        count(
                notes,
                all.stream().filter(one -> one.tooShort() > 0).count(),
                "with forks too short for the full schedule: the second half of these counts as measured.");
        return List.copyOf(notes);
    }

    private static void count(List<String> notes, long benchmarks, String what) {
        if (benchmarks > 0) {
            notes.add(Counted.of(benchmarks, "benchmark") + " " + what);
        }
    }

    static String words(TriedForkRule forks) {
        ForkRule rule = forks.rule();
        String kind = forks.width() == TriedForkRule.Width.NORMAL
                ? "two standard errors are"
                : "the " + Confidence.PRECISION.percent() + " interval is within";
        return rule.smallest() + " to " + rule.largest() + " forks, until " + kind + " "
                + Numbers.level(rule.precision());
    }
}
