// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.Converters.NextWord;
import io.microbench.cli.Converters.OptionalValue;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options for measuring snippets. Reading them loads no harness classes. */
final class SnippetOptions {

    @Parameters(
            paramLabel = "SNIPPET",
            arity = "0..*",
            description = "Java to measure: an expression, statements, a method reference such as"
                    + " java.lang.Math::abs(int:-1), a .java file, or - to read it from standard input. Several are"
                    + " compared.")
    List<String> snippets = new ArrayList<>();

    /** Values that belong to single snippets, by part, in the order of the snippets. */
    private final Map<Part, List<String>> own = new EnumMap<>(Part.class);

    /** Parts that apply to all snippets: the first value of each part's option that precedes the first snippet. */
    private final Map<Part, String> ofAll = new EnumMap<>(Part.class);

    @Option(
            names = "--accumulate",
            paramLabel = "CODE",
            description = "Passes the snippet's previous result to it as 'last'; CODE is the first value.")
    List<String> accumulate = new ArrayList<>();

    @Option(names = "--label", paramLabel = "TEXT", description = "Name of the snippet in reports.")
    List<String> labels = new ArrayList<>();

    @Option(
            names = "--param",
            paramLabel = "NAME=V,V",
            description = "An input with its values; snippets are measured with each of them: 10,1000, 10..10000*10,"
                    + " 10..100+10.")
    List<String> params = new ArrayList<>();

    @Option(
            names = "--check",
            arity = "0..1",
            paramLabel = "WHAT",
            fallbackValue = "same",
            preprocessor = OptionalValue.class,
            description =
                    "First calls each snippet once: all must return the same value or, with --check=runs, must not fail.")
    Optional<Check> check = Optional.empty();

    @Option(names = "--import", paramLabel = "NAME", description = "Also imports this class or package.*.")
    List<String> imports = new ArrayList<>();

    @Mixin
    LibraryOptions libraries = new LibraryOptions();

    @Option(
            names = {"-s", "--samples"},
            paramLabel = "N",
            description = "Samples of each snippet, spread over its forks. Default: 3.")
    Optional<Integer> samples = Optional.empty();

    @Option(
            names = {"-d", "--sample-duration"},
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "How long a sample takes, such as 100ms. Default: 500ms.")
    Optional<Duration> duration = Optional.empty();

    @Option(
            names = {"-l", "--loop"},
            paramLabel = "N[K|M|G]",
            converter = Converters.Calls.class,
            description = "Takes samples of exactly this number of calls, instead of samples of a duration.")
    Optional<Long> loop = Optional.empty();

    @Option(
            names = {"-w", "--warmup"},
            paramLabel = "N",
            description =
                    "Samples that each fork discards as warm-up. Default: 500 ms in samples of 100 ms; 2 samples with"
                            + " --loop.")
    Optional<Integer> warmup = Optional.empty();

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Forks (JVMs) of each snippet, at most one per sample. Default: 3.")
    Optional<Integer> forks = Optional.empty();

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            converter = Converters.Precision.class,
            description = "Adds forks until half the 95%% interval is this share of the value, such as 2%%.")
    Optional<Double> precision = Optional.empty();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "Time after which --precision adds no more forks. Default: 60s.")
    Optional<Duration> budget = Optional.empty();

    @Option(
            names = {"-c", "--concurrency"},
            paramLabel = "N[,N...]",
            description = "Workers that run the snippet at the same time; each of several numbers is measured: 1,2,4,"
                    + " 1..200+10, 1..64*2, max. Or squeeze, also as squeeze:1..64: adds workers until more bring no gain."
                    + " Default: 1.")
    Optional<String> workers = Optional.empty();

    @Option(
            names = "--latency",
            description = "Times single calls in one more fork for each number of workers, and shows percentiles.")
    boolean latency;

    @Option(
            names = "--threads",
            paramLabel = "KIND",
            description = "Threads of the workers: platform, or virtual (JDK 21).")
    Optional<ThreadKind> threads = Optional.empty();

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description =
                    "Order of the forks: turn; random (-Dmicrobench.seed=N repeats an order); or parallel, all at the same"
                            + " time, which disturbs them all. Default: turn.")
    Optional<Order> order = Optional.empty();

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            preprocessor = NextWord.class,
            description = "An argument of the measured JVMs; --enable-preview also applies to the compiler.")
    List<String> jvmArguments = new ArrayList<>();

    @Mixin
    final VariantOptions variants = new VariantOptions();

    @Option(
            names = "--baseline",
            paramLabel = "LABEL|NAME",
            description = "The baseline of the column Rel: a row such as 'sqrt @ zgc', a snippet (in each variant) or a"
                    + " variant (for each snippet). Default: the fastest row. If no row, snippet or"
                    + " variant has this name, all rows are compared with the run that --save-baseline saved"
                    + " under this name.")
    Optional<String> baseline = Optional.empty();

    @Option(
            names = "--save-baseline",
            paramLabel = "NAME",
            description = "Saves the results for a later --baseline, in the folder microbench-baselines.")
    Optional<String> saveBaseline = Optional.empty();

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            description =
                    "One unit for each column: best (fits most values), largest, smallest, or none (ns, plain counts)."
                            + " Default: chosen for each value.")
    Optional<UnitChoice> unit = Optional.empty();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table, with the columns of basic, extended (automatically from 10 samples) or full (with the"
                    + " system); json, csv, markdown, html, csv-curves, json-curves, or jmh-json. Default: table.")
    Optional<String> format = Optional.empty();

    @Mixin
    final Destination destination = new Destination();

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Prints libraries and their files, the generated class, all output of snippets, and the times at which"
                            + " stages were reached.")
    boolean verbose;

    @Option(names = "--overhead", description = "Also measures an empty call, and shows each time without it as Net.")
    boolean overhead;

    @Mixin
    final ProfileOptions profile = new ProfileOptions();

    @Option(
            names = "--nodes",
            paramLabel = "NAME[,NAME...]",
            description =
                    "Nodes that all measure the snippets at the same time: names or addresses that microbench nodes"
                            + " lists. -Dmicrobench.join=HOST:PORT is the address of one of them. Default: 127.0.0.1:"
                            + NodeSettings.PORT + ".")
    private Optional<String> nodes = Optional.empty();

    @Option(
            names = "--init",
            paramLabel = "CODE",
            description = "Code to run once at the start; all parts can use its variables. If given before the first"
                    + " snippet, it applies to all snippets"
                    + " without their own, as with --init-worker and --done.")
    void init(List<String> values) {
        take(Part.INIT, values);
    }

    @Option(
            names = "--init-worker",
            paramLabel = "CODE",
            description = "Code that each worker runs once before any of them begins; the snippet can use its"
                    + " variables.")
    void initWorker(List<String> values) {
        take(Part.INIT_WORKER, values);
    }

    @Option(names = "--done", paramLabel = "CODE", description = "Code to run once at the end, also after a failure.")
    void done(List<String> values) {
        take(Part.DONE, values);
    }

    @Option(
            names = "--before",
            paramLabel = "CODE",
            description = "Code to run before each call, not timed; 'given' is its value if it is an expression. If"
                    + " given before"
                    + " the first snippet, it applies to all snippets and runs before their own --before.")
    void before(List<String> values) {
        take(Part.BEFORE, values);
    }

    @Option(
            names = "--after",
            paramLabel = "CODE",
            description =
                    "Code to run after each call, not timed; 'result' is the snippet's return value. If given before"
                            + " the first snippet, it applies to all snippets and runs after their own --after.")
    void after(List<String> values) {
        take(Part.AFTER, values);
    }

    /**
     * Sets the values of an option that were parsed so far. The parser calls this for each occurrence of an option: while there
     * is no snippet, the option is before the first snippet. A hook for all snippets is not a value of a single snippet.
     */
    private void take(Part part, List<String> values) {
        boolean around = part == Part.BEFORE || part == Part.AFTER;
        if (snippets.isEmpty()) {
            // The parser first calls this with an empty list.
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
