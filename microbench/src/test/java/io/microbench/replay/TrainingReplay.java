// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.Training;
import io.microbench.stopping.Training.WindowMedians;
import io.microbench.stopping.TriedForkRule;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Replays the effect of a training night: some forks of each benchmark, measured in full, determine how long the others
 * have to be.
 *
 * <p>Each set of forks is the training set once, or {@value Splits#MOST} random sets if there are more; the replayed
 * forks are up to five of the remaining ones. The same forks are also replayed without the training. A change is
 * applied to the replayed forks and to those of the full schedule, not to the training.
 */
public final class TrainingReplay {

    private static final String TRAINED = "trained";

    private final int training;
    private final Changed changed;
    private final TriedForkRule forks;

    /**
     * Creates a replay.
     *
     * @param training the number of forks of a training, at least 2
     * @param changed the change after the training
     * @param forks decides the number of replayed forks
     * @throws IllegalArgumentException if there are fewer than two forks
     */
    public TrainingReplay(int training, Changed changed, TriedForkRule forks) {
        if (training < 2) {
            throw new IllegalArgumentException("a training has " + training + " forks; expected 2 or more");
        }
        this.training = training;
        this.changed = changed;
        this.forks = forks;
    }

    /** The results of both rules for one benchmark, over several replays. */
    private record One(
            List<BenchmarkReplay> trained,
            List<BenchmarkReplay> standard,
            FullSchedule.Repeated full,
            int forks,
            int sets,
            int sameDecisions) {}

    /**
     * Replays a folder, as {@link Replay} describes it.
     *
     * @throws ReplayException if no benchmark has three forks besides those of the training, a file cannot be used, or
     *     no rule stopped a fork
     */
    public ReplayRecord over(Path folder) {
        SeriesFolder series = SeriesFolder.list(folder);
        List<String> notes = new ArrayList<>(series.notes());
        List<BenchmarkSeries> all = new ArrayList<>();
        for (Path file : series.series()) {
            BenchmarkSeries one = series.read(file);
            if (one.forks().size() < training + FullSchedule.FEWEST_OTHER) {
                notes.add(one.name() + " has " + Counted.of(one.forks().size(), "fork") + ", fewer than "
                        + FullSchedule.FEWEST_OTHER + " beside the training, and was skipped.");
            } else {
                all.add(one);
            }
        }
        if (all.isEmpty()) {
            throw new ReplayException("No benchmark of " + folder + " has "
                    + Counted.of(training + FullSchedule.FEWEST_OTHER, "fork") + ", " + training
                    + " for the training and " + FullSchedule.FEWEST_OTHER
                    + " for the night after it; ask for a training of fewer forks");
        }
        List<One> replays = all.parallelStream().map(this::replay).toList();
        explain(notes, replays);
        return new ReplayRecord(
                        folder.toString(),
                        all.size(),
                        replays.stream().mapToInt(One::forks).sum(),
                        Replay.TOLERANCE,
                        FullSchedule.over(replays.stream().map(One::full).toList(), Replay.TOLERANCE),
                        List.of(
                                rule(
                                        TRAINED,
                                        words(),
                                        replays.stream()
                                                .flatMap(one -> one.trained().stream())
                                                .toList()),
                                rule(
                                        StopRule.standard().name(),
                                        StopRule.standard().settings(),
                                        replays.stream()
                                                .flatMap(one -> one.standard().stream())
                                                .toList())),
                        List.copyOf(notes))
                .requireStops();
    }

    private String words() {
        return "training of " + Counted.of(training, "full fork");
    }

    private ReplayRecord.RuleReplay rule(String name, String settings, List<BenchmarkReplay> rows) {
        return new ReplayRecord.RuleReplay(
                name, settings, Replay.words(forks), ReplaySummary.of(rows, Replay.TOLERANCE), rows);
    }

    private One replay(BenchmarkSeries series) {
        List<WindowMedians> full = series.forks().stream()
                .map(fork -> new WindowMedians(
                        fork.points().subList(0, fork.until(FullSchedule.SECONDS)),
                        FullSchedule.WARMUP,
                        FullSchedule.SECONDS - FullSchedule.WARMUP))
                .toList();
        List<BenchmarkReplay> trained = new ArrayList<>();
        List<BenchmarkReplay> standard = new ArrayList<>();
        List<FullSchedule.Repeated> repeated = new ArrayList<>();
        int same = 0;
        List<List<Integer>> sets = Splits.of(full.size(), training);
        for (List<Integer> chosen : sets) {
            Training taught = Training.of(chosen.stream().map(full::get).toList());
            List<Integer> others = IntStream.range(0, full.size())
                    .filter(fork -> !chosen.contains(fork))
                    .limit(FullSchedule.FORKS)
                    .boxed()
                    .toList();
            TriedForkRule most = atMost(others.size(), forks.rule().smallest());
            ReplayRule rule = new ReplayRule(
                    StopRule.trained(taught, StopRule.standard()),
                    atMost(
                            others.size(),
                            Math.max(
                                    forks.rule().smallest(),
                                    taught.forksFor(forks.rule().precision()))));
            BenchmarkSeries tonight = series.of(others, chosen, changed);
            FullSchedule schedule = FullSchedule.of(tonight, others.size());
            BenchmarkReplay replayed = BenchmarkReplay.of(tonight, schedule, rule);
            trained.add(replayed);
            standard.add(BenchmarkReplay.of(tonight, schedule, new ReplayRule(StopRule.standard(), most)));
            repeated.add(schedule.repeated());
            same += changed.level() == 0 || isSame(replayed, series.of(others, chosen, changed.withoutLevel()), rule)
                    ? 1
                    : 0;
        }
        return new One(trained, standard, FullSchedule.Repeated.mean(repeated), full.size(), sets.size(), same);
    }

    private static boolean isSame(BenchmarkReplay replayed, BenchmarkSeries asInTraining, ReplayRule rule) {
        BenchmarkReplay other =
                BenchmarkReplay.of(asInTraining, FullSchedule.of(asInTraining, FullSchedule.FORKS), rule);
        return other.forks() == replayed.forks() && other.seconds() == replayed.seconds();
    }

    private TriedForkRule atMost(int available, int smallest) {
        int largest = Math.min(forks.rule().largest(), available);
        return new TriedForkRule(
                new ForkRule(forks.rule().precision(), Math.min(smallest, largest), largest), forks.width());
    }

    private void explain(List<String> notes, List<One> replays) {
        int sets = replays.stream().mapToInt(One::sets).sum();
        notes.add("Each of " + Counted.of(sets, "choice") + " of " + Counted.of(training, "fork")
                + " was the training set once; both rules ran on the remaining forks. The column"
                + " \"Other forks\" is about the forks of the training set, which the trained rule has seen."
                + " If the series are the published ones, its settings were chosen with them.");
        if (changed.warmup() > 1) {
            notes.add("Every second of the first ten is replayed " + changed.warmup() + " times.");
        }
        if (changed.level() != 0) {
            notes.add("Tonight every value is changed by " + Numbers.change(changed.level()) + ": in "
                    + replays.stream().mapToInt(One::sameDecisions).sum() + " of " + sets
                    + " replays the trained rule decided as without the change, and in the others a value is so near a bound"
                    + " that rounding decided.");
        }
    }
}
