// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.LibraryOptions.OwnOptions;
import io.microbench.cli.NodeCommand.NodesCommand;
import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.cli.PlainOptions.PlainCommand;
import io.microbench.cli.RunCommand.ListCommand;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.NearestName;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;

/** The microbench command. It measures snippets; its subcommands do everything else. */
final class MicrobenchCommand implements Callable<Integer>, PlainCommand {

    static final String NAME = "microbench";

    private static final Set<String> HELP = Set.of("-h", "--help");

    /** Words that {@code help} accepts although they are no subcommands. */
    private static final Set<String> WORDS = Set.of("help", "version");

    private static final Set<String> VERSION = Set.of("-V", "--version");

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

    private final SnippetOptions options = new SnippetOptions();

    private final Console console;

    private MicrobenchCommand(Console console) {
        this.console = console;
    }

    /**
     * Creates the command.
     *
     * @param arguments the command line. Only its subcommand is created, because each takes time, and the options of
     *     snippets only if it does not begin with one; for completion all are created, and for help only their
     *     descriptions
     */
    static CommandLine commandLine(Console console, String... arguments) {
        Set<String> words = Set.copyOf(new HashSet<>(Arrays.asList(arguments)));
        String first = arguments.length > 0 ? arguments[0] : "";
        boolean all = words.isEmpty() || words.contains(CompletionCommand.NAME);
        Map<String, Supplier<Object>> subcommands = subcommands(console);
        CommandLine line = subcommands.containsKey(first) && !all
                ? new CommandLine(CommandSpec.create().name(NAME))
                : new CommandLine(optioned(new MicrobenchCommand(console)));
        boolean help =
                HELP.contains(first) || first.equals(ShortHelp.ALL) || (first.equals("help") && arguments.length == 1);
        subcommands.forEach((name, subcommand) -> {
            if (help) {
                line.addSubcommand(name, described(subcommand.get()));
            } else if (all || words.contains(name)) {
                line.addSubcommand(name, spec(subcommand.get()));
            }
        });
        addWords(line, first, subcommands.keySet(), console);
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(command -> command.getHelpSectionMap()
                        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroups::render));
        ShortHelp.on(line, first);
        line.registerConverter(Path.class, new Converters.Place());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExpandAtFiles(false);
        line.setExecutionStrategy(parsed -> {
            requireEncoded(parsed.originalArgs(), line);
            return new CommandLine.RunLast().execute(parsed);
        });
        line.setOut(writer(console.out(), console));
        line.setErr(writer(console.err(), console));
        line.setUsageHelpAutoWidth(false);
        if (console.style().width() > 0) {
            line.setUsageHelpWidth(Math.max(55, Math.min(120, console.style().width())));
        }
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                console.style().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        Errors errors = new Errors(console.err());
        line.setParameterExceptionHandler(errors);
        line.setExecutionExceptionHandler(errors);
        return line;
    }

    private static CommandSpec optioned(PlainCommand command) {
        return PlainOptions.standard(command.addTo(command.described()));
    }

    /** Returns a command with its options and the options of its parts. */
    static CommandSpec spec(Object command) {
        CommandSpec spec = command instanceof PlainCommand plain ? optioned(plain) : annotated(command);
        spec.usageMessage().abbreviateSynopsis(true);
        addEnd(spec);
        return spec;
    }

    private static CommandSpec annotated(Object command) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(command);
        // Added again at the end.
        spec.mixinStandardHelpOptions(false);
        List<Object> parts = new ArrayList<>(List.of(command));
        spec.mixins().values().forEach(mixin -> parts.add(mixin.userObject()));
        for (Object part : parts) {
            if (part instanceof OptionOwner owner) {
                owner.addTo(spec);
            }
        }
        return spec.mixinStandardHelpOptions(true);
    }

    private static void addEnd(CommandSpec command) {
        command.versionProvider(new Version());
        command.usageMessage().exitCodeListHeading("%n" + ShortHelp.EXIT_CODES);
        command.subcommands().values().forEach(inner -> addEnd(inner.getCommandSpec()));
    }

    /** Rejects a command line in which characters were lost: a filter would then match other cases, for example. */
    private static void requireEncoded(List<String> arguments, CommandLine line) {
        try {
            arguments.forEach(argument -> Console.requireEncoded("An argument", argument));
            OwnOptions.properties().values().forEach(value -> Console.requireEncoded("MICROBENCH_OPTS", value));
        } catch (ConfigurationException e) {
            throw new ParameterException(line, String.valueOf(e.getMessage()));
        }
    }

    /** Adds {@code help} and {@code version} as commands, if the line begins with one of them. */
    private static void addWords(CommandLine line, String first, Set<String> commands, Console console) {
        if (first.equals(ShortHelp.ALL)) {
            CommandSpec all = CommandSpec.wrapWithoutInspection((Runnable) () -> line.usage(line.getOut()));
            all.usageMessage().hidden(true);
            line.addSubcommand(first, all);
        } else if (first.equals("help")) {
            CommandSpec help = CommandSpec.wrapWithoutInspection((Runnable) () -> help(line, commands));
            help.usageMessage().hidden(true);
            line.addSubcommand(first, new CommandLine(help).setUnmatchedArgumentsAllowed(true));
        } else if (first.equals("version")) {
            Runnable version = () -> console.out().println(new Version().getVersion()[0]);
            line.addSubcommand(first, CommandSpec.wrapWithoutInspection(version));
        }
    }

    /** Prints the help of the command that the words after {@code help} name, such as {@code history suspects}. */
    private static void help(CommandLine line, Set<String> commands) {
        CommandLine named = line;
        for (String word : line.getParseResult().originalArgs()) {
            if (WORDS.contains(word) || HELP.contains(word)) {
                continue;
            }
            Set<String> known =
                    named == line ? commands : named.getSubcommands().keySet();
            if (!known.isEmpty() && !known.contains(word)) {
                throw new ParameterException(
                        named, "\"" + word + "\" is not a command. Did you mean " + NearestName.of(word, known) + "?");
            }
            named = named.getSubcommands().getOrDefault(word, named);
        }
        named.usage(line.getOut());
    }

    /** Returns whether a line is likely to measure snippets: it begins with one, or with an option of snippets. */
    static boolean measures(String... arguments) {
        if (arguments.length == 0) {
            return false;
        }
        String first = arguments[0];
        boolean isCommand = true;
        for (int i = 0; i < first.length(); i++) {
            isCommand &= first.charAt(i) >= 'a' && first.charAt(i) <= 'z';
        }
        return !isCommand && !HELP.contains(first) && !first.equals(ShortHelp.ALL) && !VERSION.contains(first);
    }

    /** Returns a command without its options, for the help of all commands: reading its options takes time. */
    private static CommandSpec described(Object subcommand) {
        if (subcommand instanceof PlainCommand plain) {
            return plain.described();
        }
        CommandSpec spec = CommandSpec.create();
        Command command = subcommand.getClass().getAnnotation(Command.class);
        if (command != null) {
            spec.usageMessage().description(command.description());
        }
        return spec;
    }

    private static Map<String, Supplier<Object>> subcommands(Console console) {
        Map<String, Supplier<Object>> subcommands = new LinkedHashMap<>();
        subcommands.put("compare", () -> new CompareCommand(console));
        subcommands.put("report", () -> new ReportCommand(console));
        subcommands.put("merge", () -> new MergeCommand(console));
        subcommands.put("history", () -> new HistoryCommand(console));
        subcommands.put("gate", () -> new GateCommand(console));
        subcommands.put("reach", () -> new ReachCommand(console));
        subcommands.put("run", () -> new RunCommand(console));
        subcommands.put("list", () -> new ListCommand(console));
        subcommands.put("stores", () -> new StoresCommand(console));
        subcommands.put("watch", () -> new WatchCommand(console));
        subcommands.put("attach", () -> new AttachCommand(console));
        subcommands.put("node", () -> new NodeCommand(console));
        subcommands.put("nodes", () -> new NodesCommand(console));
        subcommands.put("environment", () -> new EnvironmentCommand(console));
        subcommands.put(CompletionCommand.NAME, CompletionCommand::new);
        return subcommands;
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> meanings = new LinkedHashMap<>();
        meanings.put("0", "success");
        meanings.put("1", "a benchmark failed");
        meanings.put(
                "2",
                "invalid command line or unsuitable environment; nothing was measured or compared, or a large slowdown"
                        + " has too few forks to be judged");
        meanings.put("3", "a case is significantly slower or allocates more");
        return meanings;
    }

    private static PrintWriter writer(PrintStream stream, Console console) {
        return new PrintWriter(new OutputStreamWriter(stream, console.charset()), true);
    }

    @Override
    public CommandSpec described() {
        spec.name(NAME).versionProvider(new Version());
        spec.usageMessage()
                .sortOptions(false)
                .description("Is this code faster than that one? Measures Java from the command line with JMH.")
                .commandListHeading("%nCommands:%n")
                .footerHeading("%nExamples:%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(exitCodes());
        return spec;
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        return options.addTo(command);
    }

    @Override
    public Integer call() {
        Set<String> commands = subcommands(console).keySet();
        if (spec.commandLine().getParseResult().originalArgs().isEmpty()) {
            spec.commandLine().usage(spec.commandLine().getErr());
            return ExitCode.USAGE;
        }
        if (options.snippets.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Expected a snippet such as 'Math.sqrt(2)', or a command: " + String.join(", ", commands));
        }
        String first = options.snippets.get(0);
        if (first.matches("[a-z]+") && options.declareNothing()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "\"" + first + "\" is neither a command nor a snippet. A snippet is Java, such as"
                            + " 'Math.sqrt(2)'; programs are not measured. The commands are "
                            + String.join(", ", commands));
        }
        if (options.nodes().isEmpty()) {
            if (!options.settings().network().isEmpty()) {
                throw new ConfigurationException(
                        "Settings for nodes need --nodes, with the names of nodes. microbench nodes lists them.");
            }
            return new SnippetAction(console, options).run();
        }
        return new TogetherAction(console, options).run();
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(
                            MicrobenchCommand.class.getPackage().getImplementationVersion())
                    .orElse("development");
            return new String[] {"microbench " + version + ", JVM " + System.getProperty("java.vm.version")};
        }
    }

    /** The help of the command itself: one screen with the most common uses, and on request all options. */
    static final class ShortHelp {

        static final String ALL = "--help=all";

        static final String EXIT_CODES =
                "Exit codes: 0 success, 1 a benchmark failed, 2 nothing judged, 3 slower." + System.lineSeparator();

        private static final String SCREEN = "screen";

        private static final String EXAMPLES = """
              microbench 'new Random().nextInt()' 'ThreadLocalRandom.current().nextInt()'
              microbench 'text.trim()' --init 'var text = " ".repeat(n)' --param n=1,100
              microbench 'map.get(1)' --init 'var map = new HashMap<>(Map.of(1, 2))' -c 1,2
              microbench run target/benchmarks.jar '*Codec*' --save-baseline monday
              microbench compare main..HEAD --budget 5m
            """;

        private static final String TEXT = """
            Is this code faster than that one? Measures Java with JMH.

            %s
              --init CODE    runs once before       -cp PATH            your classes
              --param N=V,V  values of an input     --deps G:A:V        a library
              -c N,N         workers                --jvm JDK           in another JVM
              --loop N       calls for each sample  --precision 2%%      until within 2%%
              --profile jfr  where the time goes    --format FORM       csv, json, html, ..
              --baseline X   compares with X        --save-baseline X   saves for later

            microbench SNIPPET...            compares snippets of Java (the options above)
            microbench run JAR|DIR GLOB...   measures JMH benchmarks, writes a report
            microbench compare OLD NEW       compares builds, main..HEAD, or two runs
            microbench watch SNIPPET|DIR     measures again whenever the code changes
            microbench report RUN            draws a run that was measured before
            microbench gate HISTORY          after a nightly run: what became slower
            Also: stores, list, merge, history, node, nodes, environment, completion.
            microbench help COMMAND: its options. --help=all: all options of snippets.
            %s""".formatted(EXAMPLES, EXIT_CODES);

        private ShortHelp() {}

        /** Sets the help of the command; {@code word} is the first word of the command line. */
        static void on(CommandLine line, String word) {
            if (word.equals(ALL)) {
                line.getCommandSpec()
                        .usageMessage()
                        .abbreviateSynopsis(true)
                        .footer(EXAMPLES.lines().toArray(String[]::new));
            } else {
                // Only for this command: subcommands inherit the settings of the command line.
                line.getCommandSpec().usageMessage().sectionKeys(List.of(SCREEN));
                line.getHelpSectionMap().put(SCREEN, help -> TEXT);
            }
        }
    }
}
