// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.cli.RunCommand.SuiteOptions;
import io.microbench.cli.SnippetScreen.ErrTerminal;
import io.microbench.junit.SuiteMain;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.SuiteProcess;
import io.microbench.run.BriefScreen;
import io.microbench.settings.ConfigurationException;
import io.microbench.store.Backend;
import io.microbench.store.Backends;
import io.microbench.store.Durability;
import io.microbench.store.LocalBackend;
import io.microbench.store.replicated.LibraryBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "stores",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures local key-value stores, and replicated ones with members on this machine, for several numbers"
                    + " of workers.",
            "",
            "Without arguments, takes a first look at all stores that need no download, in less than three minutes."
                    + " It is a suite like any other, with the settings, reports and exit codes of run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench stores",
            "  microbench stores log,rocksdb,jgroupsraft,zookeeper --preset khepri",
            "  microbench stores jgroupsraft --nodes 3 --operation insert,mix95 -c 1..100+10",
            "  microbench stores --durability safe,process,memory --operation insert"
        })
final class StoresCommand implements Callable<Integer>, OptionOwner {

    private static final String PRESET = "microbench.preset";
    private static final String PARAMETER = "microbench.param.";
    private static final String NODES = "1,3";

    /**
     * Mean times in milliseconds, in addition to the iterations, measured in two runs of the preset {@code look} on two
     * processors: the fork of a local store, the fork of a replicated store, and the start and close of the members.
     */
    private static final Map<String, String> STARTS = Map.of(
            PlannedCase.FORK_MILLIS, "1400",
            PlannedCase.FIXTURE_FORK_MILLIS, "5300",
            PlannedCase.FIXTURE_MILLIS, "20000");

    /** The settings that a run without a preset adds to its default preset: more threads, and small stores. */
    private static final Map<String, String> FIRST_LOOK =
            Map.of(PRESET, "short", SettingOptions.THREADS, "1,10,50", PARAMETER + "keys", "2000");

    private static final Set<String> WITHOUT = Set.of(SettingOptions.CASES, SettingOptions.NODES);

    private final SettingOptions options = new SettingOptions(
            setting -> !WITHOUT.contains(setting) && !SuiteOptions.OF_COMPARISONS.contains(setting), Map.of());

    @Parameters(
            arity = "0..*",
            split = ",",
            paramLabel = "STORE",
            description = "Names of stores. Default: those that need no download.")
    private List<String> stores = new ArrayList<>();

    @Option(
            names = "--durability",
            split = ",",
            paramLabel = "WORD[,WORD...]",
            description =
                    "What an acknowledged write survives: safe (a power failure), process (a crash of the process) or"
                            + " memory (nothing). Default: safe.")
    private List<String> durabilities = List.of(Durability.SAFE.word());

    @Option(
            names = "--operation",
            split = ",",
            paramLabel = "NAME[,NAME...]",
            description =
                    "insert, query, delete, or mix95 and mix50 with 95%% or 50%% look-ups. Default: insert, and with a"
                            + " preset insert,delete.")
    private List<String> operations = new ArrayList<>();

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "N[,N...]",
            description = "Members of replicated stores, 1 to 9, each a JVM on this machine. Default: 1,3.")
    private List<String> nodes = new ArrayList<>();

    @Option(
            names = "--param",
            paramLabel = "NAME=V[,V...]",
            description =
                    "Other parameters, such as keys, valueSize, reads or distribution; may be given several times.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--verbose", description = "Prints the output of JMH and the forks, and all results.")
    private boolean verbose;

    private final Console console;

    StoresCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        return options.addTo(command);
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Backends known = Backends.of(StoresCommand.class.getClassLoader(), console.err()::println);
        Map<String, String> settings = options.properties();
        boolean first = !settings.containsKey(PRESET);
        if (operations.isEmpty()) {
            operations = first ? List.of("insert") : List.of("insert", "delete");
        }
        Choice choice = Choice.of(known.all(), stores, durabilities, operations);
        parameters.forEach((name, value) -> settings.put(PARAMETER + name, value));
        choice.addTo(settings, nodes);
        if (first) {
            FIRST_LOOK.forEach(settings::putIfAbsent);
            console.err()
                    .println("microbench: a first look, with few keys and short iterations. For numbers to publish:"
                            + " --preset khepri.");
        }
        if (!verbose) {
            settings.put(BriefScreen.ROWS, "backend,nodes,reads,route");
            settings.put(
                    BriefScreen.LIVE,
                    String.valueOf(ErrTerminal.ofThisProcess(0).live()));
        }
        options.libraries.deps.addAll(choice.libraries(StoresCommand::hasItsProgram));
        Path here = Path.of("").toAbsolutePath();
        List<String> libraries =
                options.libraries.forSuite(here, new ProfileOptions(), settings, console.err()::println);
        List<String> classPath = Stream.of(
                        List.of(StoreLibraries.benchmarks().toString()),
                        StoreLibraries.own(),
                        StoreLibraries.used(libraries))
                .flatMap(List::stream)
                .toList();
        try (SuiteProcess process = SuiteProcess.start(SuiteMain.class, classPath, here, settings)) {
            return process.await();
        }
    }

    private static boolean hasItsProgram(Backend backend) {
        return !(backend instanceof LibraryBackend one) || one.missingProgram().isEmpty();
    }

    /**
     * The cases that a command line selects.
     *
     * @param cases each backend with each of its durabilities, at least one
     * @param operations methods of the benchmarks
     */
    record Choice(List<StoreCase> cases, List<String> operations) {

        private static final List<String> OPERATIONS = List.of("insert", "query", "mix95", "mix50", "delete");

        /** A backend with one of its durabilities. */
        record StoreCase(Backend backend, Durability durability) {

            boolean isLocal() {
                return backend instanceof LocalBackend;
            }

            /** Returns the pattern of its cases for an operation. */
            String pattern(String operation) {
                String word = durability.word();
                return "io.microbench.store." + word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1)
                        + (isLocal() ? "Store" : "Replicated") + "Benchmark." + operation + ":backend="
                        + backend.name();
            }
        }

        Choice {
            cases = List.copyOf(cases);
            operations = List.copyOf(operations);
        }

        /**
         * Parses the words of a command line.
         *
         * @throws ConfigurationException if a word is unknown, or a store supports none of the durabilities
         */
        static Choice of(List<Backend> known, List<String> stores, List<String> durabilities, List<String> operations) {
            List<Durability> promised =
                    named("--durability", durabilities, List.of(Durability.values()), Durability::word);
            List<String> methods = named("--operation", operations, OPERATIONS, Function.identity());
            List<Backend> chosen = stores.isEmpty()
                    ? known.stream()
                            .filter(each -> !StoreLibraries.isDownloaded(each.name()))
                            .toList()
                    : named("STORE", stores, known, Backend::name);
            List<StoreCase> cases = new ArrayList<>();
            for (Backend each : chosen) {
                List<StoreCase> supported = promised.stream()
                        .filter(each.durabilities()::contains)
                        .map(durability -> new StoreCase(each, durability))
                        .toList();
                if (supported.isEmpty() && !stores.isEmpty()) {
                    throw new ConfigurationException(each.name() + " does not support durability "
                            + String.join(" or ", durabilities) + ". Expected --durability "
                            + String.join(" or ", words(each.durabilities())) + ".");
                }
                cases.addAll(supported);
            }
            return new Choice(cases, methods);
        }

        private static List<String> words(Set<Durability> durabilities) {
            return Arrays.stream(Durability.values())
                    .filter(durabilities::contains)
                    .map(Durability::word)
                    .toList();
        }

        private static <T> List<T> named(
                String argument, List<String> names, List<T> known, Function<T, String> nameOf) {
            Set<T> found = new LinkedHashSet<>();
            for (String name : names) {
                found.add(known.stream()
                        .filter(each -> nameOf.apply(each).equals(name))
                        .findFirst()
                        .orElseThrow(() -> new ConfigurationException(argument + " \"" + name
                                + "\" is unknown. Expected "
                                + String.join(", ", known.stream().map(nameOf).toList())
                                        .replaceFirst(", (\\w+)$", " or $1")
                                + ", separated by commas if several.")));
            }
            return List.copyOf(found);
        }

        /** Adds the settings that select the cases, and estimates of the startup times of their forks. */
        void addTo(Map<String, String> settings, List<String> nodes) {
            settings.putAll(STARTS);
            settings.put(
                    SettingOptions.CASES,
                    String.join(
                            ";",
                            cases.stream()
                                    .flatMap(each -> operations.stream().map(each::pattern))
                                    .toList()));
            for (String count : nodes) {
                if (!count.matches("[1-9]")) {
                    throw new ConfigurationException(
                            "--nodes \"" + count + "\": expected numbers of members, 1 to 9, such as 1,3.");
                }
            }
            if (!cases.stream().allMatch(StoreCase::isLocal)) {
                settings.putIfAbsent(PARAMETER + "nodes", nodes.isEmpty() ? NODES : String.join(",", nodes));
            } else if (!nodes.isEmpty()) {
                throw new ConfigurationException("--nodes " + String.join(",", nodes) + " has no effect on "
                        + String.join(" and ", backends())
                        + ": local stores run inside the measured JVM. Leave it out, or add a"
                        + " replicated store, such as jgroupsraft.");
            }
        }

        /**
         * Returns the coordinates of the libraries that the stores need in addition to those of the command.
         *
         * @param runs whether a store can run here; a store without its program needs no libraries
         */
        List<String> libraries(Predicate<Backend> runs) {
            return cases.stream()
                    .map(StoreCase::backend)
                    .filter(runs)
                    .flatMap(backend -> StoreLibraries.of(backend.name()).stream())
                    .distinct()
                    .toList();
        }

        private List<String> backends() {
            return cases.stream().map(each -> each.backend().name()).distinct().toList();
        }
    }
}
