// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.settings.Settings.ForkRange;
import io.microbench.stats.Confidence;
import io.microbench.stopping.StopRule;
import io.microbench.text.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;

/** The table of all settings: the name, accepted values, default and effect of each. */
public final class KnownSettings {

    private static final List<Setting<?>> LISTED = new ArrayList<>();

    /** Documented settings, in the order of their declaration, which is also the order in the guide. */
    static final List<Setting<?>> ALL = Collections.unmodifiableList(LISTED);

    /** The prefix of all settings except the four from Netty's suite. */
    static final String PREFIX = "microbench.";

    /** The prefix of settings that only the implementation of the nodes reads. */
    static final String CLUSTER_PREFIX = PREFIX + "cluster.";

    /** The prefix of the values of a {@code @Param} field, followed by the field's name. */
    public static final String PARAMETER_PREFIX = PREFIX + "param.";

    /** The default seed of data and shuffles, which is the same in every run, so that runs are comparable. */
    private static final long SEED = 42;

    private static final String COUNT = "a whole number, 0 or more";
    private static final String DURATION = "a time with its unit (ns, us, ms, s, m, h), such as 500ms, 2s or 10m";
    private static final String LIST = "; several are separated by commas";
    private static final String THREAD_COUNT =
            "a thread count from 1 to " + Ladder.MOST_THREADS + ", or max for the number of processors";

    public static final Setting<Integer> WARMUP_ITERATIONS = listed(
            Setting.overriding("warmupIterations", COUNT, SettingParsers.atLeast(0), "Warm-up iterations in each fork.")
                    .option("N", "--warmup-iterations"));

    public static final Setting<Integer> MEASURE_ITERATIONS = listed(Setting.overriding(
                    "measureIterations",
                    "a whole number, 1 or more",
                    SettingParsers.atLeast(1),
                    "Measured iterations in each fork.")
            .option("N", "--measure-iterations"));

    public static final Setting<Integer> FORKS = listed(Setting.overriding(
                    "forks",
                    COUNT,
                    SettingParsers.atLeast(0),
                    "Measured JVMs per case. 0 runs inside the test's JVM: for debugging; such numbers cannot be"
                            + " compared.")
            .option("N", "--forks"));

    public static final Setting<Path> PERF_REPORT_DIR = listed(Setting.optional(
            "perfReportDir",
            "a folder, which need not exist",
            SettingParsers::path,
            "The folder to which JMH's JSON is also written, one file per class."));

    static final Setting<Preset> PRESET = listed(Setting.optional(
                    "microbench.preset",
                    Preset.labels(),
                    Preset::parse,
                    "A group of settings. Explicit settings override it; it overrides the annotations.")
            .option("NAME", "--preset"));

    public static final Setting<Duration> WARMUP_TIME = listed(Setting.overriding(
                    "microbench.warmupTime",
                    DURATION,
                    SettingParsers::positiveDuration,
                    "How long a warm-up iteration lasts.")
            .option("TIME", "--warmup-time"));

    public static final Setting<Duration> MEASUREMENT_TIME = listed(Setting.overriding(
                    "microbench.measurementTime",
                    DURATION,
                    SettingParsers::positiveDuration,
                    "How long a measured iteration lasts.")
            .option("TIME", "--measurement-time"));

    public static final Setting<ThreadCounts> THREADS = listed(Setting.overriding(
                    "microbench.threads",
                    ThreadCounts.ACCEPTED,
                    ThreadCounts::parse,
                    "Thread counts; each is a separate case.")
            .option("N[,N...]", "-c", "--concurrency"));

    public static final Setting<Duration> FIXTURE_WARMUP = listed(Setting.overriding(
            "microbench.fixtureWarmup",
            DURATION + "; 0 for none",
            SettingParsers::durationOrNone,
            "How long a fixture is warmed up, at the highest thread count, before the first measured fork."));

    public static final Setting<ThreadKind> THREAD_KIND = listed(Setting.overriding(
                    "microbench.threadKind",
                    ThreadKind.labels(),
                    ThreadKind::parse,
                    "The kind of thread that benchmarks run on; virtual needs JDK 21.")
            .option("KIND", "--threads"));

    public static final Setting<List<Mode>> MODE = listed(Setting.overriding(
            "microbench.mode",
            io.microbench.result.Mode.labels(", ") + " or all" + LIST,
            SettingParsers::modes,
            "JMH modes; each is a separate case."));

    public static final Setting<TimeUnit> TIME_UNIT = listed(Setting.overriding(
            "microbench.timeUnit",
            "ns, us, ms, s, m, h or d",
            SettingParsers::timeUnit,
            "The unit of time of the scores."));

    public static final Setting<List<String>> JVM_ARGS = listed(Setting.with(
            "microbench.jvmArgs",
            "JVM arguments separated by blanks; quotes preserve blanks",
            Words::of,
            List.of(),
            "none",
            "JVM arguments of every fork, after those of the class, which they override."));

    public static final Setting<List<JvmVariant>> JVMS = listed(new Setting<>(
            "microbench.jvms",
            "JDKs separated by semicolons, each a version that is found on the machine, a home, or a java command",
            SettingParsers::jvms,
            Optional.empty(),
            "the annotations",
            "The JVM of the forks. Each of several JVMs (17;25) measures every case, as variant=17 and variant=25."));

    public static final Setting<Map<String, List<String>>> VARIANTS = listed(Setting.optional(
            "microbench.variants",
            "NAME=ARGS, several separated by semicolons; quotes preserve blanks and semicolons",
            SettingParsers::variants,
            "Named sets of JVM arguments, after all others: g1=-XX:+UseG1GC;zgc=-XX:+UseZGC. Each measures"
                    + " every case in each of microbench.jvms, with variant=g1 in its name."));

    public static final Setting<String> REFERENCE = listed(Setting.optional(
                    "microbench.reference",
                    "a method, parameter=value, threads=n, or the name of a variant",
                    SettingParsers::name,
                    "Adds a column to the table on the console that compares each case with this one.")
            .option("NAME", "--reference"));

    public static final Setting<String> PROFILE = listed(Setting.optional(
            "microbench.profile",
            "profilers separated by commas: gc, stack, jfr, async, perf, perfnorm, perfasm or another of JMH's, with"
                    + " options as in stack:lines=3;top=5",
            SettingParsers::name,
            "Runs one more fork of each case with each of these profilers; it is not part of any score."));

    static final Setting<Path> ASYNC_PROFILER = listed(Setting.optional(
            "microbench.asyncProfiler",
            "the file of the library, such as libasyncProfiler.so",
            SettingParsers::path,
            "With microbench.profile=async: the library of async-profiler. The command finds it automatically."));

    public static final Setting<Duration> TIMEOUT = listed(Setting.overriding(
            "microbench.timeout",
            DURATION,
            SettingParsers::positiveDuration,
            "How long an iteration may exceed its time before its fork is killed."));

    public static final Setting<Long> SEED_VALUE = listed(Setting.with(
            "microbench.seed",
            "a whole number",
            text -> Long.parseLong(text.strip()),
            SEED,
            Long.toString(SEED),
            "The seed of all random orders; also a system property of each fork."));

    public static final Setting<Path> OUTPUT = listed(Setting.with(
                    "microbench.output",
                    "a folder, which need not exist",
                    SettingParsers::path,
                    Path.of("target", "microbench"),
                    "target/microbench",
                    "The folder in which each run creates its folder.")
            .option("DIR", "--output"));

    public static final Setting<CaseFilter> CASES = listed(Setting.with(
                    "microbench.cases",
                    "patterns of case names such as *Allocator*:size=1024, separated by semicolons; a pattern"
                            + " after ! excludes cases",
                    CaseFilter::parse,
                    CaseFilter.parse(""),
                    "all",
                    "Which cases to run.")
            .option("PATTERN", "--cases"));

    public static final Setting<Integer> MAX_THREADS = listed(Setting.optional(
            "microbench.maxThreads",
            THREAD_COUNT,
            ThreadCounts::one,
            "Ignores higher thread counts from all sources; if no other count remains, this one is used."));

    public static final Setting<Settings.Listing> LIST_ONLY = listed(Setting.with(
            "microbench.list",
            "true, false or cases",
            SettingParsers::listing,
            Settings.Listing.OFF,
            "false",
            "Prints the cases of the run and their time, and runs nothing. true: one line for each class if"
                    + " there are more than 40 cases; cases: one line for each case."));

    public static final Setting<Boolean> FAIL_IF_NO_CASES = listed(Setting.flag(
            "microbench.failIfNoCases",
            true,
            "Fails the run if no case matches the filter, or if no selected benchmark has a given parameter."));

    public static final Setting<String> BASELINE = listed(Setting.optional(
                    "microbench.baseline",
                    "the name of a baseline",
                    SettingParsers::name,
                    "Judges each case against the baseline: a confirmed regression fails its test, and so does a case"
                            + " that cannot be compared.")
            .option("NAME", "--baseline"));

    public static final Setting<String> SAVE_BASELINE = listed(Setting.optional(
                    "microbench.saveBaseline",
                    "a name of letters, digits, dots, dashes and underscores",
                    SettingParsers::name,
                    "Saves the finished cases of this run in the baseline; its other cases are kept.")
            .option("NAME", "--save-baseline"));

    public static final Setting<Path> BASELINE_DIR = listed(Setting.with(
            "microbench.baselineDir",
            "a folder, which need not exist",
            SettingParsers::path,
            Path.of("src", "test", "baselines"),
            "src/test/baselines",
            "The folder of baselines, one file each."));

    public static final Setting<Double> TOLERANCE = listed(Setting.with(
                    "microbench.tolerance",
                    "a share above 0 and below 1, such as 1% or 0.01",
                    SettingParsers::share,
                    0.01,
                    "1%",
                    "The largest relative change that counts as no change.")
            .option("SHARE", "--tolerance"));

    public static final Setting<Double> CONFIDENCE = listed(Setting.with(
                    "microbench.confidence",
                    "a share of at least 50% (in a comparison: above 50%) and below 100%, such as 99% or 0.99",
                    SettingParsers::confidence,
                    Confidence.VERDICT.level(),
                    Confidence.VERDICT.percent(),
                    "The confidence of all verdicts of a run together.")
            .option("SHARE", "--confidence"));

    public static final Setting<Boolean> FORCE_COMPARISON = listed(Setting.flag(
                    "microbench.forceComparison",
                    false,
                    "Compares two runs, or a run with its baseline, even if the JDK or anything else that changes"
                            + " numbers differs, or if iterations waited for a processor.")
            .option("", "--force"));

    public static final Setting<String> HISTORY = listed(Setting.optional(
            "microbench.history",
            "a folder, which need not exist, or a JDBC URL of PostgreSQL or H2",
            SettingParsers::name,
            "Appends the run to this history, and shows the history of each case in the HTML report."));

    public static final Setting<Integer> UNCHANGED = listed(
            Setting.optional(
                    "microbench.unchanged",
                    "measure, or skip:DAYS with a whole number of days, 1 or more, as in skip:7",
                    SettingParsers::unchanged,
                    "With skip:7, leaves out the cases that a run in the history measured in the last 7 days with the same code, JVM and machine. With measure, a comparison also measures the cases that run the same code in both builds."));

    public static final Setting<String> BRANCH = listed(new Setting<>(
            "microbench.branch",
            "the name of a branch",
            SettingParsers::name,
            Optional.empty(),
            "git's",
            "The branch under which the history stores the run."));

    public static final Setting<Double> PRECISION = listed(Setting.overriding(
                    "microbench.precision",
                    "a share above 0 and below 1, such as 2% or 0.02",
                    SettingParsers::share,
                    "Measures each case until the " + Confidence.PRECISION.percent()
                            + " interval over its forks has at most this half-width, as a share of the value."
                            + " Replaces forks, warmupIterations and measureIterations.")
            .option("SHARE", "--precision"));

    public static final Setting<ForkRange> FORK_RANGE = listed(Setting.overriding(
                    "microbench.forkRange",
                    "MIN..MAX, each at least 2; one of them may be omitted, as in 6.. or ..20",
                    ForkRange::parse,
                    "The minimum and maximum number of forks of a case: 3..10 with a precision, unless @Precision"
                            + " sets them; 3..40 in a comparison, which needs at least 3.")
            .option("MIN..MAX", "--fork-range"));

    public static final Setting<Duration> BUDGET = listed(Setting.optional(
                    "microbench.budget",
                    DURATION,
                    SettingParsers::positiveDuration,
                    "Ends the whole run within this time. A run gives each case one fork first, then more where the"
                            + " interval is widest; a comparison (10m unless set) gives each side its minimum of forks first.")
            .option("TIME", "--budget"));

    public static final Setting<Scheduling.Order> ORDER = listed(Setting.with(
            "microbench.order",
            "blocks, shuffled, interleaved or random",
            SettingParsers::order,
            Scheduling.Order.BLOCKS,
            "blocks",
            "Which case gets the next fork. blocks: the same case until it is done; shuffled: like blocks, with"
                    + " the thread counts of a benchmark in random order; interleaved: the next case; random: a"
                    + " random case. microbench.seed is the seed. With a budget, blocks means interleaved."
                    + " blocks and shuffled override @Concurrency."));

    public static final Setting<StopRule> STOP_RULE = listed(new Setting<>(
            "microbench.stopRule",
            String.join(" or ", StopRule.names()) + "; settings follow a colon, as in fixed:warmup=5,measured=2",
            SettingParsers::stopRule,
            Optional.empty(),
            StopRule.standard().name(),
            "With a precision or a budget: the rule that ends each fork. By default its times are shares of"
                    + " the planned fork: 40% at first, 5% later on, 100% at most."));

    public static final Setting<Double> STARVATION = listed(Setting.with(
            "microbench.starvation",
            "a share above 0 and up to 100%, such as 5% or 0.05; 100% leaves nothing out",
            SettingParsers::shareOrAll,
            0.05,
            "5%",
            "With a precision or a budget: leaves out iterations whose threads waited longer than this for a"
                    + " processor that other processes used."));

    public static final Setting<Integer> TRAINING = listed(Setting.optional(
            "microbench.training",
            "a whole number of forks, 2 or more, or nothing for " + SettingParsers.TRAINING_FORKS,
            SettingParsers::trainingForks,
            "Measures each case in full, in this many forks, and stores the necessary length of its forks in the"
                    + " history. Runs with that history and a precision up to 5%, or a budget, use it."));

    public static final Setting<String> MONITOR = listed(Setting.optional(
            "microbench.monitor",
            "console, or a file to which lines are appended; CSV if its name ends in .csv",
            SettingParsers::name,
            "Shows once a second what the measured JVM is doing: processor time, threads, memory, operations."));

    public static final Setting<Shard> SHARD = listed(new Setting<>(
                    "microbench.shard",
                    Shard.ACCEPTED,
                    Shard::parse,
                    Optional.empty(),
                    "all cases",
                    "Runs one of several parts of the cases; other machines run the others.")
            .option("K/N", "--shard"));

    static final Setting<List<String>> NODES = listed(new Setting<>(
                    "microbench.nodes",
                    "names of nodes" + LIST + "; each once",
                    SettingParsers::names,
                    Optional.empty(),
                    "this machine",
                    "Nodes of a cluster that measure the cases, each case on one of them. Needs microbench-cluster on"
                            + " the class path, which also reads microbench.cluster.* settings.")
            .option("NAME[,NAME...]", "--nodes"));

    static final Setting<String> JOIN = listed(Setting.optional(
            "microbench.join",
            "addresses of nodes, host:port" + LIST,
            SettingParsers::name,
            "With microbench.nodes: where to find the cluster."));

    private KnownSettings() {}

    private static <T> Setting<T> listed(Setting<T> setting) {
        LISTED.add(setting);
        return setting;
    }

    static boolean isListed(String name) {
        return ALL.stream().anyMatch(setting -> setting.name().equals(name));
    }

    /** Returns whether the name is that of a setting, of a parameter or of nodes; older records may have others. */
    public static boolean accepts(String name) {
        return isListed(name) || name.startsWith(PARAMETER_PREFIX) || name.startsWith(CLUSTER_PREFIX);
    }

    /** Describes the values of the {@code @Param} field of the given name. */
    public static Setting<List<String>> parameter(String name) {
        return Setting.overriding(
                PARAMETER_PREFIX + name,
                "one value or more" + LIST + ", and quotes preserve commas",
                SettingParsers::items,
                "The values of the @Param field of that name.");
    }
}
