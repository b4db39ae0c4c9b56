// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.report.CaseProfile;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.snippet.Answer;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.SnippetListener;
import io.microbench.snippet.SnippetListener.Progress;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints the progress of a measurement on standard error.
 *
 * <p>On a terminal one line is updated in place. Only the beginning of a snippet's output is shown, because a loop that
 * prints would hide everything else.
 */
final class SnippetScreen implements SnippetListener {

    private static final int MOST_LINES = 20;
    private static final int MOST_TAIL = 5;

    private final Console console;
    private final boolean verbose;
    private final ErrTerminal terminal;
    private final Map<String, Estimate> estimates = new HashMap<>();
    private final Map<Stage, Instant> stages = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final Instant constructed = Instant.now();
    private final ProgressLine progressLine;

    private int planned;
    private int ended;
    private Instant begun = constructed;

    private final List<CaseProfile> profiles = new ArrayList<>();

    SnippetScreen(Console console, boolean verbose) {
        this(console, verbose, ErrTerminal.ofThisProcess(console.style().width()));
    }

    SnippetScreen(Console console, boolean verbose, ErrTerminal terminal) {
        this.console = console;
        this.verbose = verbose;
        this.terminal = terminal;
        this.progressLine = new ProgressLine(console, terminal, InstantSource.system());
    }

    @Override
    public synchronized void planned(int forks) {
        planned = forks;
        begun = Instant.now();
    }

    /**
     * Updates the progress line. If the terminal cannot replace a line, prints one line after the first of several forks.
     */
    @Override
    public synchronized void progress(Progress progress) {
        Estimate estimate = estimates.computeIfAbsent(progress.snippet(), name -> new Estimate());
        estimate.take(progress);
        ended += progress.last() ? 1 : 0;
        String line = progress.snippet() + ": " + estimate.text();
        if (terminal.live()) {
            String state = estimate.samples == 0
                    ? "warming up"
                    : "fork " + progress.fork() + "/" + Math.max(progress.fork(), progress.forks());
            progressLine.show(line + ", " + state + left());
        } else if (terminal.present() && progress.fork() == 1 && progress.forks() > 1 && progress.last()) {
            console.err().println("# " + line + " after fork 1 of at most " + progress.forks());
        }
    }

    /** Returns the time left, if the remaining forks take as long as the finished forks; empty if unknown. */
    private String left() {
        if (ended == 0 || ended >= planned) {
            return "";
        }
        return ", at most " + ProgressLine.left(Duration.between(begun, Instant.now()), ended, planned);
    }

    synchronized void clear() {
        progressLine.clear();
    }

    @Override
    public synchronized void stage(Stage stage, Instant when) {
        stages.put(stage, when);
    }

    @Override
    public synchronized void note(String text) {
        clear();
        console.err().println(text);
    }

    @Override
    public synchronized void source(String snippet, String source) {
        if (verbose) {
            clear();
            console.err().println(">>>>>>>>>>>>>>> " + snippet);
            console.err().print(source);
            console.err().println("<<<<<<<<<<<<<<<");
        }
    }

    @Override
    public synchronized void printed(String snippet, String line) {
        int count = lines.merge(snippet, 1, Integer::sum);
        if (verbose || count <= MOST_LINES) {
            clear();
            console.err().println(line);
        } else if (count == MOST_LINES + 1) {
            clear();
            console.err().println(Snippet.quoted(snippet) + " continues to print; --verbose shows all output.");
        }
    }

    /** Prints failures, then warnings; a failure that kept several snippets from running is printed once. */
    synchronized void summary(Answer answer) {
        Set<String> seen = new HashSet<>();
        answer.failures().forEach((name, failure) -> {
            if (failure.kind() != Failure.Kind.NOT_STARTED || seen.add(failure.message())) {
                fail(answer, name, failure);
            }
        });
        warnings(answer.warnings());
    }

    /** Prints why something was not measured, then warnings. */
    synchronized void lines(List<String> failures, List<String> warnings) {
        failures.forEach(line -> print("microbench: " + line));
        warnings(warnings);
    }

    private void warnings(List<String> found) {
        found.forEach(this::warn);
        lines.forEach((snippet, count) -> {
            if (count > MOST_LINES) {
                warn(Snippet.quoted(snippet) + " printed " + count
                        + " lines: if the snippet itself prints, its time includes printing.");
            }
        });
    }

    synchronized void outline(Map<String, String> lines) {
        clear();
        int widest = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        console.err().println("Configuration:");
        lines.forEach((name, value) ->
                console.err().println("  " + name + " ".repeat(widest - name.length()) + "  " + value));
    }

    /** Prints where the files of a profiler are, or why there are none. */
    @Override
    public synchronized void profiled(CaseId id, String called, ProfilerPlan profiler, ProfiledFork fork, Path base) {
        clear();
        CaseProfile profile = CaseProfile.of(id, called, profiler.requested(), fork, base);
        profiles.add(profile);
        String name = "\"" + called + "\"";
        profile.failure().ifPresent(why -> console.err()
                .println("microbench: " + name + " has no profile by " + profile.profiler() + ": " + why));
        profile.describedFiles(name).forEach(console.err()::println);
    }

    /** Returns the profiles, including failed ones. */
    synchronized List<CaseProfile> profiles() {
        return List.copyOf(profiles);
    }

    private void warn(String text) {
        print("WARNING: " + text);
    }

    /** Prints a line, broken at the width of a terminal. */
    private void print(String line) {
        console.err().println(ConsoleStyle.wrap(line, terminal.present() ? terminal.columns() : 0, "  "));
    }

    private void fail(Answer answer, String id, Failure failure) {
        String name = answer.snippets().stream()
                .filter(snippet -> id.startsWith(snippet.result().id().text()))
                .map(snippet -> Snippet.quoted(snippet.name())
                        + (snippet.workers() > 1 ? " with " + snippet.workers() + " workers" : ""))
                .findFirst()
                .orElse(Snippet.quoted(id));
        print("microbench: " + name + " failed: " + failure.message());
        boolean seen = verbose || lines.values().stream().allMatch(count -> count <= MOST_LINES);
        boolean died = failure.kind() == Failure.Kind.CRASHED || failure.kind() == Failure.Kind.NOT_STARTED;
        if (died && !(seen && !lines.isEmpty())) {
            int skip = Math.max(0, failure.outputTail().size() - MOST_TAIL);
            failure.outputTail().stream().skip(skip).forEach(line -> console.err()
                    .println("  " + line));
        }
    }

    /** Prints when each stage was reached, counted from the start of the command. */
    synchronized void timings() {
        Instant start = ProcessHandle.current().info().startInstant().orElse(Instant.now());
        String launched = System.getProperty("microbench-cli.started", "");
        if (launched.matches("\\d+")) {
            start = Instant.ofEpochMilli(Long.parseLong(launched) / 1_000_000);
        }
        Map<String, Instant> all = new LinkedHashMap<>();
        all.put("command started", constructed);
        stages.forEach(
                (stage, when) -> all.put(stage.name().toLowerCase(Locale.ROOT).replace('_', ' '), when));
        for (Map.Entry<String, Instant> stage : all.entrySet()) {
            long millis = Duration.between(start, stage.getValue()).toMillis();
            console.err().println(String.format(Locale.ROOT, "%-16s %5d ms", stage.getKey(), millis));
        }
    }

    /**
     * Describes standard error: whether it is a terminal, and its width.
     *
     * @param present whether it is a terminal
     * @param live whether a line that was printed can be replaced
     * @param columns the width at which lines are wrapped
     */
    record ErrTerminal(boolean present, boolean live, int columns) {
        /** Set by the launcher to the size that {@code stty} reports, if any: a JVM cannot determine it. */
        private static final String PROPERTY = "microbench-cli.errTerminal";

        private static final Pattern SIZE = Pattern.compile("\\d{1,4} (\\d{1,4})");
        private static final int LEAST_COLUMNS = 20;

        /**
         * Returns the terminal of this process.
         *
         * @param width the width of standard output; 0 if it is not a terminal
         */
        static ErrTerminal ofThisProcess(int width) {
            return of(Optional.ofNullable(System.getProperty(PROPERTY)), System.getenv(), width);
        }

        /**
         * Parses the size that the launcher has found.
         *
         * @param found rows and columns, or anything else if the size is unknown; empty if it is not a terminal
         * @param width the width of standard output; 0 if it is not a terminal
         */
        static ErrTerminal of(Optional<String> found, Map<String, String> variables, int width) {
            Matcher size = SIZE.matcher(found.orElse(""));
            int columns = size.matches() ? Integer.parseInt(size.group(1)) : 0;
            boolean dumb = "dumb".equals(variables.getOrDefault("TERM", "dumb"));
            return new ErrTerminal(
                    found.isPresent(),
                    found.isPresent() && !dumb,
                    Math.max(LEAST_COLUMNS, width > 0 ? width : columns > 0 ? columns : ConsoleStyle.DEFAULT_WIDTH));
        }
    }

    /**
     * Estimates the time of a call: the time in the last warm-up until there is a sample, then the geometric mean of
     * all samples.
     */
    private static final class Estimate {

        private double warm;
        private double logarithms;
        private int samples;
        private int workers;

        void take(Progress progress) {
            workers = progress.workers();
            if (progress.warmup()) {
                warm = progress.nanos();
            } else if (progress.nanos() > 0 && Double.isFinite(progress.nanos())) {
                logarithms += Math.log(progress.nanos());
                samples++;
            }
        }

        String text() {
            double nanos = samples == 0 ? warm : Math.exp(logarithms / samples);
            return Quantity.DURATION.format(nanos) + ", " + Quantity.COUNT.format(workers * 1e9 / nanos) + " ips";
        }
    }
}
