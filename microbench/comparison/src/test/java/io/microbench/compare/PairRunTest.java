// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.PairRun.Outcome;
import io.microbench.compare.PairRun.PairMachines.PairHosts;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.forks.ForkReport;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.remote.HostEndedException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import io.microbench.run.ForkLoop.End;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.run.NodeScheduler.UnavailableNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests whole comparisons. The values of forks are drawn from a model, and each fork advances the clock. */
@Tag("any-jdk")
class PairRunTest {

    private static final Duration FORK = Duration.ofMillis(1500);
    private static final Limits MINUTE = new Limits(Duration.ofSeconds(60), 3, 40, 0.01, 0.01);

    /** Runs forks. */
    private interface Forks {
        ForkReport fork(Side side, PairedCase paired, int number);
    }

    /** This machine, with hosts that need no JVM. */
    private record Machine(Forks forks) implements NodeSession<PairHosts>, PairHosts {

        @Override
        public String name() {
            return "this machine";
        }

        @Override
        public PairHosts start() {
            return this;
        }

        @Override
        public boolean isThere() {
            return true;
        }

        @Override
        public ForkReport fork(PairFork fork, Path folder) {
            return forks.fork(fork.side(), fork.paired(), fork.number());
        }

        @Override
        public void close() {}
    }

    /**
     * Forks that take about 100 ns with a spread of {@code spread}; those of the candidate are slower by {@code
     * slowdown}, and the machine drifts.
     */
    private static final class Model implements Forks {

        private final Random random;
        private final double spread;
        private final double slowdown;
        private final double drift;
        private long now;
        private int forks;

        Model(long seed, double spread, double slowdown, double drift) {
            this.random = new Random(seed);
            this.spread = spread;
            this.slowdown = slowdown;
            this.drift = drift;
        }

        @Override
        public ForkReport fork(Side side, PairedCase paired, int number) {
            now += FORK.toNanos();
            forks++;
            double value = 100 * Math.exp(spread * random.nextGaussian() + drift * forks);
            return Fixtures.report(number, side == Side.CANDIDATE ? value * (1 + slowdown) : value);
        }
    }

    private static final class Log extends ComparisonJournal {

        private final List<String> forks = new ArrayList<>();
        private final List<CaseResult> ended = new ArrayList<>();
        private final List<Integer> pairs = new ArrayList<>();

        Log() {
            super(
                    side -> {
                        throw new AssertionError("there is no folder");
                    },
                    line -> {},
                    Duration.ZERO,
                    () -> 0);
        }

        @Override
        void forkEnded(Side side, PairedCase paired, ForkReport report) {
            forks.add(paired.id().method() + " " + side.label() + " "
                    + report.fork().number());
        }

        @Override
        void pairEnded(int pair, CaseVerdict verdict) {
            pairs.add(pair);
        }

        @Override
        void failed(Side side, PairedCase paired, Failure failure) {
            forks.add("failed " + side.label() + ": " + failure.message());
        }

        @Override
        void caseEnded(Side side, CaseResult result) {
            ended.add(result);
        }

        @Override
        void node(Side side, RunNode node) {
            throw new AssertionError("this machine is no node");
        }

        @Override
        void nodeGone(UnavailableNode gone) {
            forks.add("gone: " + gone.why());
        }

        @Override
        void hostEnded(String fork, String why) {
            forks.add(fork + " lost: " + why);
        }

        @Override
        void anew(PairedCase paired, Failure why) {
            throw new AssertionError("there is no other machine");
        }

        @Override
        void notMeasured(PairedCase paired, String reason) {
            forks.add("not measured: " + reason);
        }
    }

    private final Log log = new Log();

    private Outcome run(List<PairedCase> cases, Model model, Limits limits, long seed) {
        return run(pairs(model, () -> model.now), cases, limits, seed);
    }

    private Outcome run(int cases, Forks forks) {
        return run(pairs(forks, () -> 0), Fixtures.paired(cases), MINUTE, 1);
    }

    private Outcome run(PairRun run, List<PairedCase> cases, Limits limits, long seed) {
        return run.run(work(cases, limits, seed), log);
    }

    private static PairRun pairs(Forks forks, LongSupplier nanoClock) {
        return new PairRun(List.of(new Machine(forks)), () -> {}, nanoClock);
    }

    private static PairRun.Work work(List<PairedCase> cases, Limits limits, long seed) {
        return new PairRun.Work(cases, limits, seed, List.of(), side -> Path.of("unused"));
    }

    private static List<Verdict> verdicts(Outcome outcome) {
        return outcome.verdicts().stream().map(CaseVerdict::verdict).toList();
    }

    @Test
    void findsFivePercentWithinAMinute() {
        int found = 0;
        for (long seed = 0; seed < 100; seed++) {
            Model model = new Model(seed, 0.007, 0.05, 0);
            Outcome run = run(Fixtures.paired(1), model, MINUTE, seed);
            found += verdicts(run).equals(List.of(Verdict.SLOWER)) ? 1 : 0;
            assertThat(model.now).isLessThanOrEqualTo(MINUTE.budget().toNanos());
            assertThat(run.end()).isIn(End.DECIDED, End.BUDGET);
        }
        assertThat(found).isGreaterThanOrEqualTo(99);
    }

    @Test
    void cancelsSteadyDrift() {
        int wrong = 0;
        int same = 0;
        for (long seed = 0; seed < 50; seed++) {
            Outcome run = run(Fixtures.paired(1), new Model(seed, 0.001, 0, 0.004), MINUTE, seed);
            wrong += verdicts(run).contains(Verdict.SLOWER) || verdicts(run).contains(Verdict.FASTER) ? 1 : 0;
            same += verdicts(run).contains(Verdict.SAME) ? 1 : 0;
        }
        assertThat(wrong).isZero();
        assertThat(same).isGreaterThan(40);
    }

    @Test
    void reportsNoChangeInUnchangedSuites() {
        int wrong = 0;
        for (long seed = 0; seed < 100; seed++) {
            Limits limits = new Limits(Duration.ofMinutes(10), 3, 20, 0.01, 0.01);
            Outcome run = run(Fixtures.paired(10), new Model(seed, 0.03, 0, 0), limits, seed);
            wrong += verdicts(run).contains(Verdict.SLOWER) || verdicts(run).contains(Verdict.FASTER) ? 1 : 0;
        }
        // The level allows one in a hundred; more than three would occur by chance once in fifty times.
        assertThat(wrong).isLessThanOrEqualTo(3);
    }

    @Test
    void stopsOnceAllCasesAreDecided() {
        Model model = new Model(1, 0.0005, 0.1, 0);
        Outcome run = run(Fixtures.paired(3), model, MINUTE, 1);

        assertThat(run.end()).isEqualTo(End.DECIDED);
        assertThat(verdicts(run)).containsOnly(Verdict.SLOWER).hasSize(3);
        assertThat(model.forks).isLessThan(3 * 2 * 8);
    }

    @Test
    void skipsPairWithoutFiniteScore() {
        Outcome run = run(
                1,
                (side, paired, number) ->
                        Fixtures.report(number, number == 1 ? Double.NaN : side == Side.CANDIDATE ? 110 : 100));

        assertThat(run.end()).isEqualTo(End.DECIDED);
        assertThat(verdicts(run)).containsExactly(Verdict.SLOWER);
        assertThat(run.verdicts().get(0).candidateForks()).isEqualTo(log.pairs.size() - 1);
    }

    @Test
    void startsNoPairThatExceedsBudget() {
        Model model = new Model(1, 0.2, 0, 0);
        Outcome run = run(Fixtures.paired(1), model, MINUTE, 1);

        assertThat(run.end()).isEqualTo(End.BUDGET);
        assertThat(model.forks).isEqualTo(40);
        assertThat(log.pairs).hasSize(20);
    }

    @Test
    void stopsAtMaximumNumberOfForks() {
        Limits limits = new Limits(Duration.ofHours(1), 3, 6, 0.01, 0.01);
        Model model = new Model(1, 0.2, 0, 0);

        assertThat(run(Fixtures.paired(2), model, limits, 1).end()).isEqualTo(End.FORKS);
        assertThat(model.forks).isEqualTo(24);
    }

    @Test
    void endsControlsAfterFewestPairsForVerdict() {
        Limits limits = new Limits(Duration.ofHours(1), 3, 40, 0.01, 0.01);
        PairedCase control = Fixtures.paired("control").asControl();
        Model model = new Model(1, 0.2, 0, 0);
        Outcome alone = run(List.of(control), model, limits, 1);

        assertThat(model.forks).isEqualTo(2 * AnytimeJudge.leastPairs(0.01)).isEqualTo(12);
        assertThat(alone.end()).isEqualTo(End.DECIDED);
        assertThat(alone.verdicts()).singleElement().matches(CaseVerdict::isUndecidedControl);

        Model both = new Model(1, 0.2, 0, 0);
        assertThat(run(List.of(control, Fixtures.paired("encode")), both, limits, 1)
                        .end())
                .isEqualTo(End.FORKS);
        assertThat(both.forks).as("the other case needs all 80 forks").isGreaterThan(80 + 30);
    }

    @Test
    void runsForksOfPairSequentiallyAndStoresEach() {
        Limits limits = new Limits(Duration.ofHours(1), 4, 4, 0.01, 0.01);
        run(Fixtures.paired(2), new Model(1, 0.2, 0, 0), limits, 9);

        assertThat(log.forks).hasSize(16);
        for (int i = 0; i < 16; i += 2) {
            String[] one = log.forks.get(i).split(" ", 3);
            String[] other = log.forks.get(i + 1).split(" ", 3);
            assertThat(one[0]).isEqualTo(other[0]);
            assertThat(one[2]).isEqualTo(other[2]);
            assertThat(one[1]).isNotEqualTo(other[1]);
        }
        assertThat(log.ended).hasSize(4).allSatisfy(result -> {
            assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
            assertThat(result.forks()).hasSize(4);
            assertThat(result.score().orElseThrow().unit()).isEqualTo("ns/op");
        });
    }

    @Test
    void stopsOnlyCaseOfFailedFork() {
        Outcome run = run(
                2,
                (side, paired, number) ->
                        paired.id().method().equals("method0") && side == Side.CANDIDATE && number == 2
                                ? Fixtures.failed(number, "boom")
                                : Fixtures.report(number, 100 + number * 0.001));

        assertThat(run.end()).isEqualTo(End.DECIDED);
        assertThat(run.failures()).containsOnlyKeys(Fixtures.id("method0"));
        assertThat(run.verdicts()).extracting(v -> v.id().method()).containsExactly("method1");
        assertThat(log.forks).contains("failed candidate: boom");
        assertThat(log.ended)
                .filteredOn(r -> r.status() == CaseResult.Status.FAILED)
                .singleElement()
                .satisfies(r -> assertThat(r.reason()).isEqualTo("boom"));
    }

    @Test
    void skipsOtherSideAfterFailure() {
        run(1, (side, paired, number) -> Fixtures.failed(number, "boom"));

        assertThat(log.ended)
                .extracting(CaseResult::status)
                .containsExactlyInAnyOrder(CaseResult.Status.FAILED, CaseResult.Status.SKIPPED);
        assertThat(log.ended).anySatisfy(r -> assertThat(r.reason()).startsWith("A fork of the "));
    }

    @Test
    void stopsWhenForksAreStopped() {
        PairRun[] stopped = {null};
        int[] forks = {0};
        stopped[0] = pairs(
                (side, paired, number) -> {
                    if (++forks[0] == 8) {
                        stopped[0].stop();
                        throw new HostEndedException("gone", new HostEnd.Exited(143));
                    }
                    return Fixtures.report(number, 100 + forks[0]);
                },
                () -> 0);

        Outcome run = run(stopped[0], Fixtures.paired(1), MINUTE, 1);

        assertThat(run.end()).isEqualTo(End.STOPPED);
        assertThat(log.forks).hasSize(7);
        assertThat(run.verdicts()).singleElement().satisfies(v -> assertThat(v.baselineForks())
                .isEqualTo(3));
    }

    @Test
    void startsNoForkAfterStop() {
        PairRun stopped = pairs(
                (side, paired, number) -> {
                    throw new AssertionError("a fork was started");
                },
                () -> 0);
        stopped.stop();

        Outcome run = stopped.run(work(Fixtures.paired(1), MINUTE, 1), log);

        assertThat(run.end()).isEqualTo(End.STOPPED);
        assertThat(log.ended).extracting(CaseResult::status).containsOnly(CaseResult.Status.PLANNED);
    }

    @Test
    void repeatsForkLostWithItsHost() {
        int[] forks = {0};
        Outcome run = run(1, (side, paired, number) -> {
            if (++forks[0] == 4) {
                throw new HostEndedException("ended with 137", new HostEnd.Exited(137));
            }
            return Fixtures.report(number, 100 + number * 0.001);
        });

        assertThat(run.end()).isEqualTo(End.DECIDED);
        assertThat(run.failures()).isEmpty();
        assertThat(log.forks)
                .filteredOn(line -> line.endsWith(" lost: ended with 137"))
                .hasSize(1);
    }

    @Test
    void failsCaseThatEndsItsHosts() {
        Outcome run = run(1, (side, paired, number) -> {
            throw new HostEndedException("ended with 137", new HostEnd.Exited(137));
        });

        assertThat(run.end()).isEqualTo(End.DECIDED);
        assertThat(run.failures()).containsOnlyKeys(Fixtures.id("method0"));
    }

    @Test
    void propagatesErrorOfPlace() {
        UncheckedIOException full = new UncheckedIOException(new IOException("No space left on device"));

        assertThatThrownBy(() -> run(1, (side, paired, number) -> {
                    throw full;
                }))
                .isSameAs(full);
    }

    @Test
    void doesNotRepeatScoreOfZero() {
        Outcome run = run(1, (side, paired, number) -> Fixtures.report(number, 0));

        assertThat(run.end()).isEqualTo(End.FORKS);
        assertThat(log.pairs).hasSize(1);
    }
}
