// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.compare.Build;
import io.microbench.compare.Checkouts;
import io.microbench.compare.Checkouts.BuildRecipe;
import io.microbench.compare.ComparisonFolder;
import io.microbench.compare.InterleavedComparison;
import io.microbench.compare.Limits;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.report.HtmlReport;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.report.MarkdownReport;
import io.microbench.report.VerdictTable;
import io.microbench.result.CaseResult;
import io.microbench.result.RecordJson;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.settings.KnownSettings;
import io.microbench.text.Counted;
import io.microbench.text.Words;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs forks of two builds alternately until every case is decided or the budget is used up: on this"
                    + " machine, or on nodes that share the cases among them.",
            "",
            "Two folders of runs (with run.json) are compared without measurements.",
            "",
            "A build is a jar, a folder of classes, or a class path. Two revisions of this git repository,"
                    + " main..HEAD, are checked out and built with the project's own Maven wrapper; the working copy"
                    + " is not changed.",
            "",
            "One build is compared with itself in two JVMs (--jvm) or with two sets of JVM arguments (--variant); the"
                    + " first is the baseline."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench compare before.jar after.jar",
            "  microbench compare main..HEAD --module buffer --cases '*Allocator*:size=1024'",
            "  microbench compare run1/ run2/ --format html --output comparison.html",
            "  microbench compare old/classes new/classes --classpath 'lib/*' --budget 60s",
            "  microbench compare before.jar after.jar --nodes a,b,c",
            "  microbench compare before.jar after.jar --side-by-side",
            "  microbench compare --jvm 17 --jvm 25 target/benchmarks.jar '*Allocator*'",
            "  microbench compare --variant plain= --variant c1=-XX:TieredStopAtLevel=1 b.jar"
        })
final class CompareCommand implements Callable<Integer>, OptionOwner {

    /** Options that cannot be used in a comparison of two runs. */
    private static final List<String> FOR_BUILDS = List.of(
            "--nodes",
            "--concurrency",
            "--budget",
            "--fork-range",
            "--classpath",
            LibraryOptions.DEPS,
            "--side-by-side",
            "--all",
            "--module",
            "--build",
            "--classes");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Console console;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BASELINE",
            description = "The baseline build, or a range of revisions, BASELINE..CANDIDATE. With --jvm or"
                    + " --variant: the measured build; default: the --classpath.")
    private String baseline = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CANDIDATE",
            description = "The candidate build. With --jvm or --variant: the cases, as in --cases.")
    private Optional<String> candidate = Optional.empty();

    @Mixin
    private PairOptions forks = new PairOptions(
            Set.of(SettingOptions.CASES, SettingOptions.THREADS, SettingOptions.NODES, SettingOptions.FORCE));

    private VariantOptions variants = new VariantOptions();

    @Option(
            names = "--side-by-side",
            description = "Runs the two forks of each pair at the same time, each on half of the processors, and judges"
                    + " the ratio of simultaneous iterations. For busy machines. Linux only.")
    private boolean sideBySide;

    @Option(names = "--all", description = "Measures all cases, including cases that run the same code in both builds.")
    private boolean all;

    @Mixin
    private ComparisonOutput output = new ComparisonOutput();

    private static final Pattern MAYBE_REVISION = Pattern.compile("(?!.*[.]jar$)[\\w./~^-]+");

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        return variants.addTo(command);
    }

    @Override
    public Integer call() {
        Limits limits = forks.limits();
        output.require();
        Path here = Path.of("").toAbsolutePath();
        SettingOptions.refuseSnippets("compare", given().toList());
        List<String> shared = forks.libraries(here, console.err()::println);
        if (variants.areGiven()) {
            return compareVariants(here, shared, limits);
        }
        if (baseline.isEmpty()) {
            throw new ConfigurationException("Nothing to compare: expected two builds, two revisions as in"
                    + " main..HEAD, or one build with two --jvm or two --variant.");
        }
        takeRuns();
        if (candidate.isPresent() && (isRun(baseline) || isRun(candidate.get()))) {
            return compareRuns(baseline, candidate.get());
        }
        if (candidate.isPresent()) {
            if (given().allMatch(build -> MAYBE_REVISION.matcher(build).matches() && !new File(build).exists())) {
                throw new ConfigurationException("Neither " + baseline + " nor " + candidate.get() + " exists in "
                        + here + ". Expected two builds, such as jars, or two revisions, as in main..HEAD.");
            }
            return compare(
                    Build.ofClassPath(baseline, here).with(shared),
                    Build.ofClassPath(candidate.get(), here).with(shared),
                    limits,
                    again(given()));
        }
        return compareRevisions(here, shared, limits);
    }

    private int compareVariants(Path here, List<String> shared, Limits limits) {
        SnippetQuestion.conflict("--jvm or --variant", true, "--nodes", forks.isGiven(SettingOptions.NODES));
        candidate.ifPresent(pattern -> {
            SettingOptions.requirePattern("The pattern \"" + pattern + "\"", pattern);
            requirePattern(pattern);
            forks.properties().put("microbench.cases", pattern);
        });
        List<JvmVariant> both = variants.compared();
        if (isRun(baseline)) {
            throw new ConfigurationException(
                    baseline + " is the folder of a run, but --jvm and --variant measure a build."
                            + " Name a jar, a folder of classes or a class path.");
        }
        if (baseline.isEmpty() && shared.isEmpty()) {
            throw new ConfigurationException(
                    "No build is given: expected a jar, a folder of classes or a class path, or --classpath.");
        }
        Build build = baseline.isEmpty()
                ? new Build("", shared, here)
                : Build.ofClassPath(baseline, here).with(shared);
        return compare(
                VariantOptions.measured(both.get(0), build, forks.properties()),
                VariantOptions.measured(both.get(1), build, forks.properties()),
                limits,
                again(given()));
    }

    private void requirePattern(String pattern) {
        if (new File(pattern).exists()) {
            throw new ConfigurationException(baseline + " and " + pattern
                    + " are two builds, but --jvm and --variant compare a build with itself. Leave out one of"
                    + " the builds, or the options.");
        }
        SnippetQuestion.conflict("--cases", forks.isGiven(SettingOptions.CASES), "a pattern after the build", true);
    }

    private int compareRevisions(Path here, List<String> shared, Limits limits) {
        RevisionRange range = RevisionRange.parse(baseline)
                .orElseThrow(() -> new ConfigurationException("\"" + baseline
                        + "\" is one build, but two are needed: name another one, or two revisions as in main..HEAD."));
        BuildRecipe recipe = forks.recipe();
        try (Checkouts checkouts = Checkouts.open(here, console.err()::println, forks.output(console))) {
            // A build takes minutes, so an invalid revision or module is reported before the first build.
            String commits =
                    checkouts.commit(range.baseline(), recipe) + ".." + checkouts.commit(range.candidate(), recipe);
            return compare(
                    checkouts.build(range.baseline(), recipe).with(shared),
                    checkouts.build(range.candidate(), recipe).with(shared),
                    limits,
                    again(Stream.of(commits)));
        }
    }

    private int compareRuns(String baselineRun, String candidateRun) {
        String build = isRun(baselineRun) ? candidateRun : baselineRun;
        if (!isRun(build)) {
            // Reports a path that does not exist.
            Build.ofClassPath(build, Path.of("").toAbsolutePath());
            throw new ConfigurationException((isRun(baselineRun) ? baselineRun : candidateRun)
                    + " is the folder of a run (it has " + RunFolder.RECORD + "), and " + build
                    + " is not. Expected two folders of runs, or two builds.");
        }
        FOR_BUILDS.stream()
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw new ConfigurationException(baselineRun + " and " + candidateRun
                            + " are folders of runs, which are compared without measurements: " + option
                            + " only applies to builds. Leave it out.");
                });
        Limits limits = forks.limits();
        boolean force = forks.settings().value(KnownSettings.FORCE_COMPARISON);
        JudgeSettings settings =
                JudgeSettings.DEFAULTS.withTolerance(limits.band()).withLevel(limits.level());
        RunRecord run = chosen(RunReader.readSound(Path.of(candidateRun)));
        RunComparison comparison = Judge.compare(
                baselineRun,
                chosen(RunReader.readSound(Path.of(baselineRun))),
                candidateRun,
                run,
                force ? settings.force() : settings);
        String again = again(given());
        output.write(
                console, comparison, () -> run, new Repeat(settings.tolerance(), Optional.of(again)), Optional.empty());
        boolean failed = run.cases().stream().anyMatch(result -> result.status() == CaseResult.Status.FAILED);
        return comparison.refusal().isPresent() ? ExitCode.USAGE : ExitCode.of(comparison, failed);
    }

    /** Returns a run with only the cases of {@code --cases}. */
    private RunRecord chosen(RunRecord run) {
        String pattern = forks.properties().getOrDefault(SettingOptions.CASES, "");
        if (pattern.isBlank()) {
            return run;
        }
        CaseFilter filter = SettingOptions.filter("--cases \"" + pattern + "\"", pattern);
        List<CaseResult> chosen = run.cases().stream()
                .filter(result -> filter.matches(result.id(), result.plan().mode()))
                .toList();
        if (chosen.isEmpty()) {
            throw new ConfigurationException("--cases \"" + pattern + "\" matches none of "
                    + Counted.of(run.cases().size(), "case") + " of the run " + run.id() + ".");
        }
        return run.withCases(chosen);
    }

    /** Returns the words of the command line that are not options. */
    private Stream<String> given() {
        return Stream.concat(Stream.of(baseline), candidate.stream()).filter(word -> !word.isEmpty());
    }

    /** Returns the command line that repeats the comparison from any folder, without secrets. */
    private String again(Stream<String> builds) {
        String options = PairOptions.again(spec.commandLine().getParseResult(), "--format", "--output", "--verbose");
        return "cd " + Words.quoted(Path.of("").toAbsolutePath().toString()) + " && microbench compare "
                + Stream.concat(builds.map(Words::quoted), Stream.of(options))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" "));
    }

    private static boolean isRun(String build) {
        return OutputFolder.isRun(Path.of(build));
    }

    /** Replaces a folder that contains a single run with this run. */
    private void takeRuns() {
        String other = candidate.map(Words::quoted).orElse("CANDIDATE");
        baseline = run(baseline, word -> "microbench compare " + word + " " + other);
        String first = Words.quoted(baseline);
        candidate = candidate.map(build -> run(build, word -> "microbench compare " + first + " " + word));
    }

    private static String run(String build, UnaryOperator<String> command) {
        return OutputFolder.only(Path.of(build), command).toString();
    }

    private int compare(Build baseline, Build candidate, Limits limits, String again) {
        if (all) {
            forks.properties().put(KnownSettings.UNCHANGED.name(), "measure");
        }
        try (InterleavedComparison comparison = InterleavedComparison.open(
                baseline,
                candidate,
                limits,
                forks.properties(),
                sideBySide,
                List.of(),
                console.err()::println,
                forks.output(console))) {
            comparison.repeatedBy(again);
            InterleavedComparison.Result result = comparison.run();
            console.err().println();
            output.write(
                    console,
                    result.comparison(),
                    () -> RunReader.readSound(ComparisonFolder.candidateRun(comparison.folder())),
                    new Repeat(limits.band(), Optional.of(again)),
                    result.reach());
            PrintStream remarks = output.isTable() ? console.out() : console.err();
            remarks.println();
            remarks.println(result.ended() + " Record: " + comparison.folder());
            remarks.println("A page: microbench report "
                    + Words.quoted(comparison.folder().toString()) + " --format html --output comparison.html");
            return ExitCode.of(result.comparison(), !result.failures().isEmpty());
        }
    }

    static final class ComparisonOutput implements OptionOwner {
        private static final String TABLE = "table";
        private static final String MARKDOWN = "markdown";
        private static final String HTML = "html";
        private static final String JSON = "json";

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description = "table, markdown, html, or json (as in comparison.json). Default: ${DEFAULT-VALUE}.")
        private String form = TABLE;

        private Destination destination = new Destination();

        @Override
        public CommandSpec addTo(CommandSpec command) {
            return destination.addTo(command);
        }

        /** Rejects an unknown format or a file that cannot be written, before anything is measured. */
        void require() {
            form = SnippetQuestion.oneOf("--format", form, TABLE, MARKDOWN, HTML, JSON);
            destination.require();
        }

        /** Returns whether the output is a table rather than a document. */
        boolean isTable() {
            return form.equals(TABLE);
        }

        /**
         * Writes a comparison.
         *
         * @param reach the cases that the change can affect; printed as the first line of a pull request comment
         */
        void write(
                Console console,
                RunComparison comparison,
                Supplier<RunRecord> candidate,
                Repeat repeat,
                Optional<String> reach) {
            destination.write(console, out -> out.write(text(console, comparison, candidate, repeat, reach)));
        }

        private String text(
                Console console,
                RunComparison comparison,
                Supplier<RunRecord> candidate,
                Repeat repeat,
                Optional<String> reach) {
            return switch (form) {
                case MARKDOWN ->
                    reach.map(line -> line + "\n\n").orElse("")
                            + MarkdownReport.render(candidate.get(), Optional.of(comparison));
                case HTML -> HtmlReport.render(candidate.get(), Optional.of(comparison), Map.of(), Optional.of(repeat));
                case JSON -> RecordJson.text(comparison);
                default -> VerdictTable.render(comparison, console.style());
            };
        }
    }

    /** Two revisions of one repository, in git's notation {@code baseline..candidate}; a missing side is {@code HEAD}. */
    record RevisionRange(String baseline, String candidate) {

        private static final String DOTS = "..";

        static Optional<RevisionRange> parse(String text) {
            int dots = text.indexOf(DOTS);
            if (dots < 0
                    || text.equals(DOTS)
                    || text.contains("...")
                    || text.contains("/..")
                    || text.startsWith("../")) {
                return Optional.empty();
            }
            return Optional.of(
                    new RevisionRange(orHead(text.substring(0, dots)), orHead(text.substring(dots + DOTS.length()))));
        }

        private static String orHead(String revision) {
            return revision.isBlank() ? "HEAD" : revision.strip();
        }
    }
}
