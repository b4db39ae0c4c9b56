// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.library.Libraries.LibrarySet;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.ThreadCounts;
import io.microbench.settings.ThreadKind;
import io.microbench.snippet.Microbench;
import io.microbench.snippet.Question;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.Question.Workers;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.Snippet.Part;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Creates a question from the options; fails if two options contradict each other. */
final class SnippetQuestion {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][\\w$]*");

    static final String PARALLEL = "--order parallel";

    private static final String PREVIEW = "--enable-preview";

    private static final Pattern JAR = Pattern.compile("[^\\s()\"]+\\.jar");

    /** The argument for a snippet that is read from standard input. */
    private static final String INPUT = "-";

    private final SnippetOptions options;
    private final Supplier<String> input;
    private final Consumer<String> note;

    SnippetQuestion(SnippetOptions options, Console console) {
        this(options, Console::input, console.err()::println);
    }

    SnippetQuestion(SnippetOptions options, Supplier<String> input, Consumer<String> note) {
        this.options = options;
        this.input = input;
        this.note = note;
    }

    Question question() {
        conflict("--loop", options.loop.isPresent(), "--sample-duration", options.duration.isPresent());
        conflict("--loop", options.loop.isPresent(), "--concurrency", options.workers.isPresent());
        SnippetSettings settings = options.settings();
        boolean parallel = isOrder(Order.PARALLEL);
        boolean monitored = settings.has(SnippetSettings.MONITOR);
        conflict("-D" + SnippetSettings.MONITOR, monitored, PARALLEL, parallel);
        conflict(
                "--unit",
                options.unit.isPresent(),
                "--format",
                options.format.filter(f -> !SnippetOutput.isTable(f)).isPresent());
        needs("--budget", options.budget.isPresent(), "--precision", options.precision.isPresent());
        needs("-D" + SnippetSettings.SEED, settings.has(SnippetSettings.SEED), "--order random", isOrder(Order.RANDOM));
        atLeast("--samples", options.samples, 1);
        atLeast("--forks", options.forks, 1);
        atLeast("--warmup", options.warmup, 0);
        positive("--sample-duration", options.duration);
        Sampling usual = Sampling.DEFAULT;
        Sampling sampling = new Sampling(
                options.samples.orElse(usual.samples()),
                options.duration.orElse(usual.duration()),
                options.loop.orElse(0L),
                options.warmup.map(OptionalInt::of).orElse(usual.warmup()),
                options.forks.orElse(usual.forks()),
                options.precision.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                options.budget.orElse(usual.budget()),
                usual.asNeeded() && takesAsNeeded());
        Question defaults = Question.of();
        Question question = new Question(
                snippets(),
                options.imports,
                paths(options.libraries.classPath),
                inputs(),
                sampling,
                workers(),
                options.threads.filter(ThreadKind.VIRTUAL::equals).isPresent(),
                options.order.orElse(Order.TURN),
                settings.seed(),
                settings.timeout().orElse(defaults.timeout()),
                options.jvmArguments.stream()
                        .filter(argument -> !argument.equals(PREVIEW))
                        .toList(),
                options.jvmArguments.contains(PREVIEW),
                options.check.orElse(Check.NONE),
                // The allocation of a call is always measured.
                List.of(Microbench.ALLOCATION),
                Optional.ofNullable(System.getProperty("microbench-cli.forkArchive"))
                        .map(Path::of)
                        .filter(p -> p.toFile().isFile()),
                Optional.ofNullable(System.getProperty("microbench-cli.cache")).map(Path::of),
                variants());
        return options.overhead ? question.withOverhead() : question;
    }

    /** Reads how many workers run a snippet: one number, a ladder, or a squeeze. */
    private Workers workers() {
        boolean parallel = isOrder(Order.PARALLEL);
        conflict("--loop", options.loop.isPresent(), "--latency", options.latency);
        conflict(PARALLEL, parallel, "--latency", options.latency);
        ThreadCounts counts = threadCounts(options.workers.orElse("1"));
        boolean squeeze = counts.patience().isPresent();
        // The numbers of workers are measured one after the other.
        boolean several = squeeze || counts.ladder().rungs().size() > 1;
        String option = "--concurrency " + (squeeze ? ThreadCounts.SQUEEZE : "with several numbers");
        conflict(PARALLEL, parallel, option, several);
        conflict(option, squeeze, "--order", options.order.isPresent());
        conflict(option, squeeze, "--overhead", options.overhead);
        return new Workers(counts.ladder().rungs(), options.latency, counts.patience());
    }

    /** Returns the JVMs, each with each version of a library. */
    private List<Variant> variants() {
        List<Variant> jvms = options.variants.ofSnippets();
        List<LibrarySet> sets = options.libraries.sets(options.profile, options.verbose, note);
        if (!sets.isEmpty() && !options.nodes().isEmpty()) {
            LibraryOptions.only(sets, "--nodes");
        }
        return LibraryOptions.times(jvms, sets);
    }

    /** Returns whether no option determines the number of samples and forks. */
    private boolean takesAsNeeded() {
        return options.samples.isEmpty()
                && options.forks.isEmpty()
                && options.loop.isEmpty()
                && options.precision.isEmpty();
    }

    private boolean isOrder(Order order) {
        return options.order.filter(order::equals).isPresent();
    }

    /** The k-th value of an option belongs to the k-th snippet, regardless of their positions on the command line. */
    private List<Snippet> snippets() {
        int count = options.snippets.size();
        options.repeatedForAll.ifPresent(option -> {
            throw new ConfigurationException(option + " is given twice before the first snippet: give it once there for"
                    + " all snippets, or after the first snippet for single snippets.");
        });
        Stream.of(Part.INIT, Part.INIT_WORKER, Part.BEFORE, Part.AFTER, Part.DONE)
                .forEach(part -> fits("--" + part.words(), options.own(part), count));
        fits("--accumulate", options.accumulate, count);
        fits("--label", options.labels, count);
        if (options.snippets.stream().filter(INPUT::equals).count() > 1) {
            throw new ConfigurationException(
                    "- is given twice: only one snippet is read from standard input. Give the others as arguments.");
        }
        List<Snippet> snippets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean piped = options.snippets.get(i).equals(INPUT);
            String text = piped ? Console.requireEncoded("Standard input", input.get()) : options.snippets.get(i);
            if (text.isBlank()) {
                throw new ConfigurationException(
                        piped ? "Standard input (-) has no snippet." : "Snippet " + (i + 1) + " is empty.");
            }
            if (JAR.matcher(text).matches()) {
                throw new ConfigurationException(text + " is a jar, not a snippet. microbench list " + text
                        + " shows its benchmarks, microbench run " + text + " measures them.");
            }
            snippets.add(new Snippet(
                    text,
                    of(options.labels, i, piped ? "(standard input)" : ""),
                    of(Part.INIT, i),
                    of(Part.INIT_WORKER, i),
                    of(Part.DONE, i),
                    of(options.accumulate, i, ""),
                    options.ofAll(Part.BEFORE),
                    of(options.own(Part.BEFORE), i, ""),
                    of(options.own(Part.AFTER), i, ""),
                    options.ofAll(Part.AFTER)));
        }
        return snippets;
    }

    private String of(Part part, int index) {
        return of(options.own(part), index, options.ofAll(part));
    }

    private static String of(List<String> own, int index, String otherwise) {
        return index < own.size() ? own.get(index) : otherwise;
    }

    private static void fits(String option, List<String> values, int snippets) {
        if (values.size() > snippets) {
            throw new ConfigurationException(option + " is given " + values.size() + " times, but there "
                    + (snippets == 1 ? "is 1 snippet" : "are " + snippets + " snippets")
                    + ": the k-th value belongs to the k-th snippet.");
        }
    }

    /** Returns the entries of class paths, with the jars of folders. */
    static List<Path> paths(List<String> classPaths) {
        return classPaths.stream()
                .flatMap(path -> Stream.of(path.split(Pattern.quote(File.pathSeparator), -1)))
                .filter(entry -> !entry.isEmpty())
                .flatMap(SnippetQuestion::jars)
                .map(Path::toAbsolutePath)
                .toList();
    }

    private static Stream<Path> jars(String entry) {
        if (!entry.endsWith("*")) {
            return Stream.of(Path.of(entry));
        }
        File folder = new File(entry.substring(0, entry.length() - 1));
        File[] jars = folder.listFiles((dir, name) -> name.endsWith(".jar"));
        return jars == null
                ? Stream.of(folder.toPath())
                : Stream.of(jars).sorted().map(File::toPath);
    }

    private Map<String, List<String>> inputs() {
        Map<String, List<String>> inputs = new LinkedHashMap<>();
        for (String param : options.params) {
            int equals = param.indexOf('=');
            String name = equals < 0 ? "" : param.substring(0, equals).strip();
            if (!NAME.matcher(name).matches()) {
                throw new ConfigurationException(
                        "--param " + param + ": expected a name with values, such as n=10,1000.");
            }
            List<String> values = new ParamValues(param).read(param.substring(equals + 1));
            if (inputs.put(name, values) != null) {
                throw new ConfigurationException("--param " + name
                        + " is given twice: expected one with all values, such as " + name + "=10,1000.");
            }
        }
        return inputs;
    }

    static void conflict(String one, boolean hasOne, String other, boolean hasOther) {
        if (hasOne && hasOther) {
            throw new ConfigurationException(one + " and " + other + " contradict each other: leave one of them out.");
        }
    }

    static void needs(String option, boolean given, String other, boolean otherGiven) {
        if (given && !otherGiven) {
            throw new ConfigurationException(option + " needs " + other + ".");
        }
    }

    static void atLeast(String option, Optional<Integer> value, int least) {
        if (value.isPresent() && value.get() < least) {
            throw new ConfigurationException(
                    option + " " + value.get() + ": expected a number of at least " + least + ".");
        }
    }

    private static void positive(String option, Optional<Duration> value) {
        if (value.isPresent() && value.get().toMillis() < 1) {
            throw new ConfigurationException(option + ": expected a time of at least 1ms.");
        }
    }

    /** Returns the numbers of threads given by {@code --concurrency}. */
    static ThreadCounts threadCounts(String text) {
        try {
            return ThreadCounts.parse(text);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new ConfigurationException("--concurrency: " + message + (message.endsWith(".") ? "" : "."));
        }
    }

    /** Returns the accepted value that is equal to the value of an option, ignoring case; {@code md} is short for {@code markdown}. */
    static String oneOf(String option, String value, String... accepted) {
        String whole = value.equalsIgnoreCase("md") ? "markdown" : value;
        return Stream.of(accepted)
                .filter(whole::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        option + " " + value + ": expected one of " + String.join(", ", accepted) + "."));
    }
}
