// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.gate.GateResult.Finding;
import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.gate.NightlyGate.Confirmation;
import io.microbench.history.CaseSummary;
import io.microbench.history.GateNotes;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.ForkModel;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.stats.ForkEstimate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Simulates the results of the nightly gate, night after night, on made-up suites of 100 cases.
 *
 * <p>The value of a night is that of five forks of a {@link ForkModel}. On a noisy machine the speed drifts,
 * differently for each case; one night in sixty is busy, which slows every case by a different share; and one case in
 * ten is on one of two levels 3 to 8 % apart, which changes every 40 nights. Pairs of fresh forks are forks of the
 * model; the gate has ten minutes, or 100 pairs, per night. In this model the gate without kept suspects nominated
 * about 40 of 1000 case-nights, as in an independent study.
 */
final class GateRates {

    static final int CASES = 100;
    static final int CHANGED = 5;

    private static final int EARLIER_NIGHTS = 40;
    private static final int FORKS = 5;
    private static final int ITERATIONS = 10;
    private static final int LEAST_PAIRS = 3;
    private static final int MOST_PAIRS = 40;
    private static final Duration PAIR = Duration.ofSeconds(6);
    private static final Duration BUDGET = Duration.ofMinutes(10);
    private static final Instant START = Instant.parse("2026-01-01T03:00:00Z");

    private GateRates() {}

    /** The slowdown factor of a case, by the number of nights since the change began. */
    interface Change {
        double factor(int nights);

        static Change step(double share) {
            return nights -> 1 + share;
        }

        static Change creep(double share) {
            return nights -> Math.pow(1 + share, nights + 1);
        }
    }

    /** The results of gates. */
    static final class Rates {
        int unchanged;
        int nominated;
        int suspected;
        int red;
        int pairs;
        int nights;
        final List<Integer> firstNominated = new ArrayList<>();
        final List<Integer> firstConfirmed = new ArrayList<>();
        final Map<Outcome, Integer> outcomes = new TreeMap<>();
        int changes;

        /** Returns how many of 1000 case-nights without a change are newly nominated. */
        double nominations() {
            return 1000.0 * nominated / unchanged;
        }

        /** Returns the share of changes that are confirmed within this many nights. */
        double confirmed(int nights) {
            return (double) within(firstConfirmed, nights) / changes;
        }

        private static long within(List<Integer> first, int nights) {
            return first.stream().filter(night -> night < nights).count();
        }

        private String line(String name) {
            StringBuilder line = new StringBuilder(String.format(
                    Locale.ROOT,
                    "%-24s %7d case-nights unchanged: %5.1f nominated, %5.1f suspects, %6.3f red per 1000; %3.0f pairs a night",
                    name,
                    unchanged,
                    nominations(),
                    1000.0 * suspected / unchanged,
                    1000.0 * red / unchanged,
                    (double) pairs / nights));
            if (changes > 0) {
                line.append("; of ").append(changes).append(" nominated / confirmed in 1, 3, 5, 10, 20 nights:");
                for (int most : new int[] {1, 3, 5, 10, 20}) {
                    line.append(' ')
                            .append(within(firstNominated, most))
                            .append('/')
                            .append(within(firstConfirmed, most));
                }
                line.append("; ").append(outcomes);
            }
            return line.toString();
        }
    }

    /** A suite whose first cases change, on a quiet or noisy machine. */
    private static final class Suite implements Confirmation {

        private final SplittableRandom random;
        private final boolean quiet;
        private final Change change;
        private final int changed;
        private final List<ForkModel> models = new ArrayList<>();
        private final double[] drift = new double[CASES];
        private final double[] other = new double[CASES];
        private final boolean[] isOther = new boolean[CASES];
        private double machine;
        private int night;
        private int pairs;

        Suite(long seed, boolean quiet, int changed, Change change) {
            this.random = new SplittableRandom(seed);
            this.quiet = quiet;
            this.changed = changed;
            this.change = change;
            for (int i = 0; i < CASES; i++) {
                models.add(new ForkModel(random.split()));
                drift[i] = 2 * random.nextDouble();
                other[i] = random.nextInt(10) == 0 ? 0.03 + 0.05 * random.nextDouble() : 0;
            }
        }

        private static CaseId id(int number) {
            return new CaseId(
                    "a.Codec", String.format(Locale.ROOT, "c%02d", number), new TreeMap<>(), 1, Optional.empty());
        }

        /** Returns the night on which a case changes. */
        static int begin(int number) {
            return EARLIER_NIGHTS + 1 + 2 * number;
        }

        private double truth(int number, int when) {
            return number < changed && when >= begin(number) ? change.factor(when - begin(number)) : 1;
        }

        RunSummary next() {
            night++;
            machine = 0.9 * machine + 0.002 * random.nextGaussian();
            boolean busy = !quiet && random.nextInt(60) == 0;
            List<CaseSummary> cases = new ArrayList<>();
            for (int i = 0; i < CASES; i++) {
                double factor = truth(i, night);
                if (!quiet) {
                    isOther[i] ^= random.nextInt(40) == 0;
                    factor *= Math.exp(drift[i] * machine
                            + (isOther[i] ? other[i] : 0)
                            + (busy ? Math.abs(0.04 * random.nextGaussian()) : 0));
                }
                cases.add(Nights.time(
                        id(i).text(),
                        factor * ForkEstimate.of(forks(i, FORKS, 1)[0]).value()));
            }
            return RunSummaryBuilder.of(
                            String.format(Locale.ROOT, "night-%03d", night), START.plus(Duration.ofDays(night)))
                    .commit(Optional.of(Integer.toString(night)))
                    .branch(Optional.of("main"))
                    .cases(cases)
                    .build();
        }

        private double[][] forks(int number, int count, double factor) {
            double[][][] sides = models.get(number).sides(count, ITERATIONS, factor);
            return Arrays.stream(sides)
                    .map(side -> Arrays.stream(side)
                            .mapToDouble(ForkEstimate::forkValue)
                            .toArray())
                    .toArray(double[][]::new);
        }

        @Override
        public String head() {
            return Integer.toString(night);
        }

        @Override
        public Duration budget() {
            return BUDGET;
        }

        /** The pairs of one case. */
        private final class Fresh {
            private final int number;
            private final double factor;
            private final double[] old = new double[MOST_PAIRS];
            private final double[] now = new double[MOST_PAIRS];
            private int count;
            private CaseVerdict verdict =
                    VerdictBuilder.of(id(0), Verdict.UNDECIDED).build();

            Fresh(String caseId, String lastGood) {
                this.number = Integer.parseInt(caseId.substring("a.Codec.c".length(), caseId.indexOf(':')));
                this.factor = truth(number, night) / truth(number, Integer.parseInt(lastGood));
            }

            boolean isOpen() {
                return count < LEAST_PAIRS || (count < MOST_PAIRS && !verdict.settled());
            }

            double width() {
                return verdict.high() / verdict.low();
            }

            void pair(AnytimeJudge judge) {
                double[][] pair = forks(number, 1, factor);
                old[count] = pair[0][0];
                now[count] = pair[1][0];
                count++;
                pairs++;
                double[] ratios = new double[count];
                Arrays.setAll(ratios, i -> Math.log(now[i]) - Math.log(old[i]));
                verdict = judge.judge(
                        id(number), "ns/op", false, Arrays.copyOf(old, count), Arrays.copyOf(now, count), ratios);
            }
        }

        @Override
        public Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons, Duration left) {
            double level = JudgeSettings.LEVEL / comparisons;
            long most = left.dividedBy(PAIR);
            int count = suspects.size();
            while (count > 1 && count * Math.max(LEAST_PAIRS, AnytimeJudge.leastPairs(level / count)) > most) {
                count--;
            }
            if (count * LEAST_PAIRS > most) {
                return Answer.none(suspects);
            }
            List<SuspectedChange> reached = suspects.subList(0, count);
            AnytimeJudge judge = new AnytimeJudge(level, count, JudgeSettings.TOLERANCE, reached);
            List<Fresh> cases = reached.stream()
                    .map(each -> new Fresh(each.caseId(), lastGood))
                    .toList();
            int before = pairs;
            cases.forEach(each -> {
                for (int i = 0; i < LEAST_PAIRS; i++) {
                    each.pair(judge);
                }
            });
            Optional<Fresh> widest = Optional.of(cases.get(0));
            while (widest.isPresent() && pairs - before < most) {
                widest = cases.stream().filter(Fresh::isOpen).max(Comparator.comparingDouble(Fresh::width));
                widest.ifPresent(each -> each.pair(judge));
            }
            return new Answer(
                    cases.stream().map(each -> each.verdict).toList(),
                    Map.of(),
                    Map.of(),
                    suspects.stream().skip(count).map(SuspectedChange::caseId).collect(Collectors.toSet()),
                    PAIR.multipliedBy(pairs - before));
        }

        @Override
        public List<String> commits(String baseline, String candidate, List<String> classes) {
            return List.of();
        }
    }

    /**
     * Runs the gate every night.
     *
     * @param suites the number of suites
     * @param nights the nights with a gate, after {@value #EARLIER_NIGHTS} without one
     * @param changed the number of cases of each suite that change
     */
    static Rates rates(long seed, int suites, int nights, boolean quiet, int changed, Change change) {
        Rates rates = new Rates();
        for (int i = 0; i < suites; i++) {
            run(new Suite(1000 * seed + i, quiet, changed, change), nights, rates);
        }
        return rates;
    }

    private static void run(Suite suite, int nights, Rates rates) {
        List<RunSummary> runs = new ArrayList<>();
        for (int i = 0; i < EARLIER_NIGHTS; i++) {
            runs.add(suite.next());
        }
        List<GateNotes> notes = new ArrayList<>();
        NightlyGate gate = new NightlyGate(HistoryAnalysis.DEFAULTS, suite);
        Map<String, Integer> begins = new LinkedHashMap<>();
        for (int i = 0; i < suite.changed; i++) {
            begins.put(Suite.id(i).text(), Suite.begin(i));
        }
        Set<String> nominated = new HashSet<>();
        Set<String> confirmed = new HashSet<>();
        for (int i = 0; i < nights; i++) {
            RunSummary latest = suite.next();
            runs.add(latest);
            GateResult result = gate.judge(runs, latest, notes);
            notes.add(result.notes());
            rates.unchanged += CASES - suite.changed;
            rates.nights++;
            for (Finding finding : result.findings()) {
                String id = finding.suspect().caseId();
                boolean red = finding.outcome() == Outcome.CONFIRMED;
                Integer begin = begins.get(id);
                if (begin == null) {
                    rates.suspected++;
                    rates.nominated += finding.suspect().noted().isEmpty() ? 1 : 0;
                    rates.red += red ? 1 : 0;
                } else if (suite.night >= begin) {
                    if (!confirmed.contains(id)) {
                        rates.outcomes.merge(finding.outcome(), 1, Integer::sum);
                    }
                    if (nominated.add(id)) {
                        rates.firstNominated.add(suite.night - begin);
                    }
                    if (red && confirmed.add(id)) {
                        rates.firstConfirmed.add(suite.night - begin);
                    }
                }
            }
        }
        rates.changes += suite.changed;
        rates.pairs += suite.pairs;
    }

    /** Prints all rates; the argument multiplies the number of suites. */
    public static void main(String... arguments) {
        int times = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
        Change none = nights -> 1;
        List<Rates> all = new ArrayList<>();
        all.add(print("quiet", rates(1, 4 * times, 50, true, 0, none)));
        all.add(print("drift, busy nights", rates(2, 4 * times, 50, false, 0, none)));
        boolean good = true;
        for (int percent : new int[] {3, 5, 10}) {
            Rates step = print(
                    "step of " + percent + " %",
                    rates(10 + percent, 8 * times, 30, false, CHANGED, Change.step(percent / 100.0)));
            good &= percent < 5 || step.confirmed(10) >= 0.65;
            all.add(step);
        }
        Rates creep = print("0.5 % a night", rates(30, 8 * times, 30, false, CHANGED, Change.creep(0.005)));
        all.add(creep);
        double nights = all.stream().mapToInt(each -> each.unchanged).sum();
        double red = 1000 * all.stream().mapToInt(each -> each.red).sum() / nights;
        double nominated = 1000 * all.stream().mapToInt(each -> each.nominated).sum() / nights;
        System.out.printf(
                Locale.ROOT,
                "%.0f case-nights without a change: %.1f nominated and %.3f red per 1000%n",
                nights,
                nominated,
                red);
        System.exit(good && creep.confirmed(20) >= 0.60 && nominated < 10 && red <= 0.02 ? 0 : 1);
    }

    private static Rates print(String name, Rates rates) {
        System.out.println(rates.line(name));
        return rates;
    }
}
