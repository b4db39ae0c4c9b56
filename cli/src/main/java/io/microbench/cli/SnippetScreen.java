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
import java.util.stream.Collectors;

/**
 * Prints the progress of the measurement on standard error.
 *
 * <p>On a terminal one line is refined in place. Of what a snippet prints only the beginning is shown: a loop that
 * prints would bury everything else.
 */
final class SnippetScreen implements SnippetListener {

    private static final int MOST_LINES = 20;
    private static final int MOST_TAIL = 5;

    private static final int MOST_ROWS = 20;
    private static final String ESCAPE = "\u001B[";

    private final Console console;
    private final boolean verbose;
    private final ErrTerminal terminal;
    private final SnippetRows rows = new SnippetRows();
    private final Map<Stage, Instant> stages = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final Instant constructed = Instant.now();
    /** Lines on the screen that are going to be replaced. */
    private int shown;

    private final List<CaseProfile> profiles = new ArrayList<>();

    SnippetScreen(Console console, boolean verbose) {
        this(console, verbose, ErrTerminal.ofThisProcess(console.style().width()));
    }

    SnippetScreen(Console console, boolean verbose, ErrTerminal terminal) {
        this.console = console;
        this.verbose = verbose;
        this.terminal = terminal;
    }

    /**
     * Replaces the line of the snippet; where that cannot be done, prints one after the first fork of several, for those who
     * wait.
     */
    @Override
    public synchronized void progress(Progress progress) {
        rows.take(progress);
        if (terminal.live()) {
            draw();
        } else if (progress.fork() == 1 && progress.forks() > 1 && progress.part() == 1) {
            console.err().println("# " + rows.sentence(progress.snippet()));
        }
    }

    private void draw() {
        int most = Math.max(1, Math.min(MOST_ROWS, terminal.rows() - 1));
        List<String> now = rows.lines(console.style(), terminal.columns() - 1, most);
        StringBuilder text = new StringBuilder(top());
        // Without wrapping a line takes one row, regardless of its characters and the width of the terminal.
        text.append(ESCAPE).append("?7l");
        text.append(now.stream().map(line -> line + ESCAPE + "K").collect(Collectors.joining("\n")));
        text.append(ESCAPE).append("?7h");
        write(text.toString());
        shown = now.size();
    }

    /** Returns the escape sequence that moves to the beginning of the first visible line. */
    private String top() {
        return "\r" + (shown > 1 ? ESCAPE + (shown - 1) + "A" : "");
    }

    /** Writes past what keeps such sequences in data from the terminal. */
    private void write(String text) {
        console.err().writeBytes(text.getBytes(console.charset()));
        console.err().flush();
    }

    /** Removes the provisional lines. */
    synchronized void clear() {
        if (shown > 0) {
            write(top() + ESCAPE + "J");
            shown = 0;
        }
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
            console.err().println(Snippet.quoted(snippet) + " goes on printing; --verbose shows all of it.");
        }
    }

    /** Prints failures, then warnings; what kept several snippets from running is printed once. */
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
                        + " lines: where the snippet itself prints, its time is that of printing, too.");
            }
        });
    }

    /** Prints the configuration of the measurement. */
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
        CaseProfile profile = CaseProfile.of(id, called, profiler.asked(), fork, base);
        profiles.add(profile);
        String name = "\"" + called + "\"";
        profile.failure().ifPresent(why -> console.err()
                .println("microbench: " + name + " has no profile by " + profile.profiler() + ": " + why));
        profile.describedFiles(name).forEach(console.err()::println);
    }

    /** Returns what profilers have delivered, and failed to. */
    synchronized List<CaseProfile> profiles() {
        return List.copyOf(profiles);
    }

    private void warn(String text) {
        print("WARNING: " + text);
    }

    /** Prints a line, on a terminal in as many as it takes. */
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
     * The kind of standard error, a terminal or not, and its size.
     *
     * @param present whether a person looks at it
     * @param live whether lines that were printed can be replaced
     * @param rows of a live one
     * @param columns in which text is broken
     */
    record ErrTerminal(boolean present, boolean live, int rows, int columns) {
        /** Set by the launcher, to the size that {@code stty} has found, if any: a JVM cannot find it on its own. */
        private static final String PROPERTY = "microbench-cli.errTerminal";

        private static final Pattern SIZE = Pattern.compile("(\\d{1,4}) (\\d{1,4})");
        private static final int USUAL_ROWS = 24;
        private static final int LEAST_COLUMNS = 20;

        /**
         * Returns that of this process.
         *
         * @param width of standard output; 0 where that is no terminal
         */
        static ErrTerminal ofThisProcess(int width) {
            return of(Optional.ofNullable(System.getProperty(PROPERTY)), System.getenv(), width);
        }

        /**
         * Reads what the launcher has found.
         *
         * @param found rows and columns, or anything else where the size is not known; empty where it is no terminal
         * @param variables the environment variables
         * @param width of standard output; 0 where that is no terminal
         */
        static ErrTerminal of(Optional<String> found, Map<String, String> variables, int width) {
            Matcher size = SIZE.matcher(found.orElse(""));
            boolean known = size.matches();
            int rows = known ? Integer.parseInt(size.group(1)) : 0;
            int columns = known ? Integer.parseInt(size.group(2)) : 0;
            boolean dumb = "dumb".equals(variables.getOrDefault("TERM", "dumb"));
            return new ErrTerminal(
                    found.isPresent(),
                    found.isPresent() && !dumb,
                    rows > 0 ? rows : USUAL_ROWS,
                    Math.max(LEAST_COLUMNS, width > 0 ? width : columns > 0 ? columns : ConsoleStyle.DEFAULT_WIDTH));
        }
    }

    /**
     * Keeps what is known of each snippet while it is measured, and writes a line for each: how much is done, the time of a call
     * and the rate so far.
     *
     * <p>The value is that of the last warm-up until there is a sample, and from then on the geometric mean of all samples, so
     * that a further fork refines it.
     */
    static final class SnippetRows {
        private static final int BAR = 10;
        private static final int SHORT_BAR = 5;
        private static final int VALUE = 10;
        private static final int RATE = 12;
        private static final int STATE = 10;
        /** In fewer columns there is no rate, and the bar is short. */
        private static final int NARROW = 64;

        private final Map<String, Row> rows = new LinkedHashMap<>();

        private static final class Row {

            private Progress last;
            private double logarithms;
            private int samples;

            Row(Progress first) {
                last = first;
            }

            void take(Progress progress) {
                last = progress;
                if (!progress.warmup() && progress.nanos() > 0 && Double.isFinite(progress.nanos())) {
                    logarithms += Math.log(progress.nanos());
                    samples++;
                }
            }

            double nanos() {
                return samples == 0 ? last.nanos() : Math.exp(logarithms / samples);
            }

            double rate() {
                return last.workers() * 1e9 / nanos();
            }

            double done() {
                return Math.min(1, (last.fork() - 1 + last.part()) / last.forks());
            }

            String state(boolean tight) {
                if (samples == 0) {
                    return tight ? "warm" : "warming up";
                }
                return (tight ? "" : "fork ") + last.fork() + "/" + Math.max(last.fork(), last.forks());
            }
        }

        /** Takes a new measured value. */
        void take(Progress progress) {
            rows.computeIfAbsent(progress.snippet(), name -> new Row(progress)).take(progress);
        }

        /** Returns the progress of a snippet with at least one value, as text. */
        String sentence(String snippet) {
            Row row = row(snippet);
            return snippet + ": " + Quantity.DURATION.format(row.nanos()) + ", " + Quantity.COUNT.format(row.rate())
                    + "/s after fork " + row.last.fork() + " of at most " + row.last.forks();
        }

        private Row row(String snippet) {
            Row row = rows.get(snippet);
            if (row == null) {
                throw new IllegalArgumentException("Nothing is known of " + snippet);
            }
            return row;
        }

        /**
         * Returns a line for each snippet that was begun, of many the last ones.
         *
         * @param width in which each line fits
         * @param most how many lines there may be, at least 1
         */
        List<String> lines(ConsoleStyle style, int width, int most) {
            List<String> names = new ArrayList<>(rows.keySet());
            List<String> shown = names.subList(Math.max(0, names.size() - most), names.size());
            boolean tight = width < NARROW;
            int rest = tight ? SHORT_BAR + VALUE + 5 + 3 : BAR + VALUE + RATE + STATE + 6;
            int widest = shown.stream()
                    .mapToInt(name -> style.text(name).length())
                    .max()
                    .orElse(0);
            int room = Math.max(1, Math.min(widest, width - rest));
            return shown.stream().map(name -> line(style, name, room, tight)).toList();
        }

        private String line(ConsoleStyle style, String name, int room, boolean tight) {
            Row row = row(name);
            String text = cut(style, style.text(name), room) + "  " + bar(row.done(), tight ? SHORT_BAR : BAR)
                    + right(Quantity.DURATION.format(row.nanos()), VALUE)
                    + (tight ? "" : "  " + right(Quantity.COUNT.format(row.rate()) + "/s", RATE - 2))
                    + (tight ? " " : "  ") + row.state(tight);
            return style.text(text);
        }

        private static String bar(double share, int length) {
            int full = (int) Math.floor(share * length + 1e-9);
            return "■".repeat(full) + "-".repeat(length - full);
        }

        private static String cut(ConsoleStyle style, String text, int room) {
            return text.length() <= room
                    ? text + " ".repeat(room - text.length())
                    : text.substring(0, room - 1) + style.text("…").charAt(0);
        }

        private static String right(String text, int room) {
            return " ".repeat(Math.max(0, room - text.length())) + text;
        }
    }
}
