// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.cluster.NodeSettings;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingParsers;
import io.microbench.settings.ThreadKind;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Snippet.Part;
import io.microbench.text.Quantity.UnitChoice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The options for measuring snippets. Reading them loads no harness classes. */
final class SnippetOptions implements OptionOwner {

    List<String> snippets = new ArrayList<>();

    /** Values that belong to single snippets, by part, in the order of the snippets. */
    private final Map<Part, List<String>> own = new EnumMap<>(Part.class);

    /** Parts that apply to all snippets: the first value of each part's option that precedes the first snippet. */
    private final Map<Part, String> ofAll = new EnumMap<>(Part.class);

    List<String> accumulate = new ArrayList<>();

    List<String> labels = new ArrayList<>();

    List<String> params = new ArrayList<>();

    Optional<Check> check = Optional.empty();

    List<String> imports = new ArrayList<>();

    LibraryOptions libraries = new LibraryOptions();

    Optional<Integer> samples = Optional.empty();

    Optional<Duration> duration = Optional.empty();

    Optional<Long> loop = Optional.empty();

    Optional<Integer> warmup = Optional.empty();

    Optional<Integer> forks = Optional.empty();

    Optional<Double> precision = Optional.empty();

    Optional<Duration> budget = Optional.empty();

    Optional<String> workers = Optional.empty();

    boolean latency;

    Optional<ThreadKind> threads = Optional.empty();

    Optional<Order> order = Optional.empty();

    List<String> jvmArguments = new ArrayList<>();

    final VariantOptions variants = new VariantOptions();

    Optional<String> baseline = Optional.empty();

    Optional<String> saveBaseline = Optional.empty();

    Optional<UnitChoice> unit = Optional.empty();

    Optional<String> format = Optional.empty();

    final Destination destination = new Destination();

    boolean verbose;

    boolean overhead;

    final ProfileOptions profile = new ProfileOptions();

    private Optional<String> nodes = Optional.empty();

    @Override
    public CommandSpec addTo(CommandSpec command) {
        PlainOptions options = new PlainOptions(command);
        addCode(options);
        libraries.addTo(command);
        addAmounts(options);
        addWorkers(options);
        variants.addTo(command);
        addResults(options);
        destination.addTo(command);
        options.flag(
                "-v --verbose",
                "Prints libraries and their files, the generated class, all output of snippets, and the times at which"
                        + " stages were reached.",
                given -> verbose = given);
        options.flag(
                "--overhead",
                "Also measures an empty call, and shows each time without it as Net.",
                given -> overhead = given);
        profile.addTo(command);
        options.value(
                "--nodes=NAME[,NAME...]",
                String.class,
                "Nodes that all measure the snippets at the same time: names or addresses that microbench nodes"
                        + " lists. -Dmicrobench.join=HOST:PORT is the address of one of them. Default: 127.0.0.1:"
                        + NodeSettings.PORT + ".",
                given -> nodes = given);
        addParts(options);
        return command;
    }

    private void addCode(PlainOptions options) {
        options.parameters(
                "0..*",
                "SNIPPET",
                "Java to measure: an expression, statements, a method reference such as"
                        + " java.lang.Math::abs(int:-1), a .java file, or - to read it from standard input. Several are"
                        + " compared.",
                given -> snippets = given);
        options.list(
                "--accumulate=CODE",
                "Passes the snippet's previous result to it as 'last'; CODE is the first value.",
                given -> accumulate = given);
        options.list("--label=TEXT", "Name of the snippet in reports.", given -> labels = given);
        options.list(
                "--param=NAME=V,V",
                "An input with its values; snippets are measured with each of them: 10,1000, 10..10000*10,"
                        + " 10..100+10.",
                given -> params = given);
        options.optional(
                "--check=WHAT",
                Check.class,
                "same",
                "First calls each snippet once: all must return the same value or, with --check=runs, must not fail.",
                given -> check = given);
        options.list("--import=NAME", "Also imports this class or package.*.", given -> imports = given);
    }

    private void addAmounts(PlainOptions options) {
        options.value(
                "-s --samples=N",
                Integer.class,
                "Samples of each snippet, spread over its forks. Default: 3.",
                given -> samples = given);
        options.value(
                "-d --sample-duration=TIME",
                Duration.class,
                new Converters.Time(),
                "How long a sample takes, such as 100ms. Default: 500ms.",
                given -> duration = given);
        options.value(
                "-l --loop=N[K|M|G]",
                Long.class,
                new Converters.Calls(),
                "Takes samples of exactly this number of calls, instead of samples of a duration.",
                given -> loop = given);
        options.value(
                "-w --warmup=N",
                Integer.class,
                "Samples that each fork discards as warm-up. Default: 500 ms in samples of 100 ms; 2 samples with"
                        + " --loop.",
                given -> warmup = given);
        options.value(
                "--forks=N",
                Integer.class,
                "Forks (JVMs) of each snippet, at most one per sample. Default: 3.",
                given -> forks = given);
        options.value(
                "--precision=SHARE",
                Double.class,
                new Converters.Precision(),
                "Adds forks until half the 95%% interval is this share of the value, such as 2%%.",
                given -> precision = given);
        options.value(
                "--budget=TIME",
                Duration.class,
                new Converters.Time(),
                "Time after which --precision adds no more forks. Default: 60s.",
                given -> budget = given);
    }

    private void addWorkers(PlainOptions options) {
        options.value(
                "-c --concurrency=N[,N...]",
                String.class,
                "Workers that run the snippet at the same time; each of several numbers is measured: 1,2,4,"
                        + " 1..200+10, 1..64*2, max. Or squeeze, also as squeeze:1..64: adds workers until more bring no gain."
                        + " Default: 1.",
                given -> workers = given);
        options.flag(
                "--latency",
                "Times single calls in one more fork for each number of workers, and shows percentiles.",
                given -> latency = given);
        options.value(
                "--threads=KIND",
                ThreadKind.class,
                "Threads of the workers: platform, or virtual (JDK 21).",
                given -> threads = given);
        options.value(
                "--order=ORDER",
                Order.class,
                "Order of the forks: turn; random (-Dmicrobench.seed=N repeats an order); or parallel, all at the same"
                        + " time, which disturbs them all. Default: turn.",
                given -> order = given);
        options.nextWords(
                "--jvm-arg=ARG",
                "An argument of the measured JVMs; --enable-preview also applies to the compiler.",
                given -> jvmArguments = given);
    }

    private void addResults(PlainOptions options) {
        options.value(
                "--baseline=LABEL|NAME",
                String.class,
                "The baseline of the column Rel: a row such as 'sqrt @ zgc', a snippet (in each variant) or a"
                        + " variant (for each snippet). Default: the fastest row. If no row, snippet or"
                        + " variant has this name, all rows are compared with the run that --save-baseline saved"
                        + " under this name.",
                given -> baseline = given);
        options.value(
                "--save-baseline=NAME",
                String.class,
                "Saves the results for a later --baseline, in the folder microbench-baselines.",
                given -> saveBaseline = given);
        options.value(
                "--unit=UNIT",
                UnitChoice.class,
                "One unit for each column: best (fits most values), largest, smallest, or none (ns, plain counts)."
                        + " Default: chosen for each value.",
                given -> unit = given);
        options.value(
                "--format=FORMAT",
                String.class,
                "table, with the columns of basic, extended (automatically from 10 samples) or full (with the"
                        + " system); json, csv, markdown, html, csv-curves, json-curves, or jmh-json. Default: table.",
                given -> format = given);
    }

    private void addParts(PlainOptions options) {
        options.list(
                "--init=CODE",
                "Code to run once at the start; all parts can use its variables. If given before the first"
                        + " snippet, it applies to all snippets"
                        + " without their own, as with --init-worker and --done.",
                given -> take(Part.INIT, given));
        options.list(
                "--init-worker=CODE",
                "Code that each worker runs once before any of them begins; the snippet can use its variables.",
                given -> take(Part.INIT_WORKER, given));
        options.list(
                "--done=CODE", "Code to run once at the end, also after a failure.", given -> take(Part.DONE, given));
        options.list(
                "--before=CODE",
                "Code to run before each call, not timed; 'given' is its value if it is an expression. If"
                        + " given before"
                        + " the first snippet, it applies to all snippets and runs before their own --before.",
                given -> take(Part.BEFORE, given));
        options.list(
                "--after=CODE",
                "Code to run after each call, not timed; 'result' is the snippet's return value. If given before"
                        + " the first snippet, it applies to all snippets and runs after their own --after.",
                given -> take(Part.AFTER, given));
    }

    /**
     * Sets the values of an option that were parsed so far. The parser calls this with an empty list first, and at each
     * occurrence of an option with all values so far: while there is no snippet, the option is before the first snippet. A hook for all snippets is not a value of a single snippet.
     */
    private void take(Part part, List<String> values) {
        boolean around = part == Part.BEFORE || part == Part.AFTER;
        if (snippets.isEmpty()) {
            values.stream().findFirst().ifPresent(first -> ofAll.put(part, first));
            repeatedForAll = around && values.size() > 1 ? Optional.of("--" + part.words()) : repeatedForAll;
        }
        own.put(part, around && ofAll.containsKey(part) ? values.subList(1, values.size()) : values);
    }

    /** Returns the values of an option that belong to single snippets. */
    List<String> own(Part part) {
        return own.getOrDefault(part, List.of());
    }

    /** Returns a part that applies to all snippets; empty if there is none. */
    String ofAll(Part part) {
        return ofAll.getOrDefault(part, "");
    }

    /** Returns whether the option of this part is given for any snippet. */
    boolean has(Part part) {
        return !own(part).isEmpty() || ofAll.containsKey(part);
    }

    /** The option that is given more than once before the first snippet, if any. */
    Optional<String> repeatedForAll = Optional.empty();

    /**
     * Returns the nodes in the given order; empty if the option is not given.
     *
     * @throws ConfigurationException if a node is given twice or has no name
     */
    List<String> nodes() {
        try {
            return nodes.isPresent() ? SettingParsers.names(nodes.get()) : List.of();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--nodes " + nodes.orElse("")
                    + ": expected names of nodes, each once, such as a,b. microbench nodes lists them.");
        }
    }

    /** Returns the settings of snippets that were given with {@code -D}. */
    SnippetSettings settings() {
        return new SnippetSettings(libraries.properties);
    }

    /** Returns whether no option declares a name. A snippet that is a single name is then invalid. */
    boolean declareNothing() {
        return Stream.of(Part.INIT, Part.INIT_WORKER, Part.BEFORE).noneMatch(this::has)
                && accumulate.isEmpty()
                && params.isEmpty();
    }
}
