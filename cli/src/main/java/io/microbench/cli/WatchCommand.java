// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.compare.Build;
import io.microbench.forks.RunLock;
import io.microbench.process.EndSignals;
import io.microbench.process.ShutdownHook;
import io.microbench.remote.ForkServerClient;
import io.microbench.settings.ConfigurationException;
import io.microbench.watch.Watch;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "microbench watch [OPTIONS] SNIPPET|FILE.java",
            "       microbench watch [OPTIONS] JAR|DIR|CLASSPATH GLOB"
        },
        description = {
            "Keeps measuring a snippet or a case of a suite, fork after fork. When the class files or the file of the"
                    + " snippet change, measures the new version and reports whether it is faster.",
            "",
            "Press Ctrl-C to stop."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench watch 'Codec.encode(8)' --import com.acme.Codec -cp target/classes",
            "  microbench watch target/test-classes '*Codec.encode:size=8' -cp target/classes"
        })
final class WatchCommand implements Callable<Integer>, OptionOwner {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(30);

    /** The options that also apply to watching a suite. */
    private static final List<String> OF_BOTH =
            List.of("--classpath", "--deps", "--offline", "-D", "--concurrency", "--verbose");

    /** The options for watching a snippet. */
    private static final List<String> OF_SNIPPETS = List.of(
            "--init",
            "--init-worker",
            "--done",
            "--accumulate",
            "--label",
            "--param",
            "--import",
            "--samples",
            "--sample-duration",
            "--warmup",
            "--threads",
            "--jvm-arg");

    /** Short forks, to show a change early. */
    private static final int SAMPLES = 5;

    private static final Duration SAMPLE = Duration.ofMillis(100);

    /** The options whose meaning or default differs from the options of snippets. */
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "--samples",
            "Samples of each fork. Default: " + SAMPLES + ".",
            "--sample-duration",
            "How long a sample takes. Default: 100ms.",
            "--concurrency",
            "Workers. Default: 1, or the threads of the case.",
            "--param",
            "An input with its value.");

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = "WHAT",
            description = {
                "SNIPPET: Java to measure, as in 'microbench SNIPPET'; FILE.java: a file that contains it.",
                "JAR|DIR|CLASSPATH GLOB: benchmarks, and one of their cases, as in -Dmicrobench.cases."
            })
    private List<String> words = new ArrayList<>();

    private final SnippetOptions options = new SnippetOptions();

    WatchCommand(Console console) {
        this.console = console;
    }

    /** Adds the options of snippets, with other defaults. */
    @Override
    public CommandSpec addTo(CommandSpec command) {
        CommandSpec snippets = options.addTo(CommandSpec.create());
        Stream.concat(OF_SNIPPETS.stream(), OF_BOTH.stream())
                .map(snippets::findOption)
                .map(WatchCommand::described)
                .forEach(command::addOption);
        return command;
    }

    private static OptionSpec described(OptionSpec option) {
        String text = DESCRIPTIONS.get(option.longestName());
        return text == null ? option : option.toBuilder().description(text).build();
    }

    @Override
    public Integer call() {
        Optional<WatchedCase> target = WatchedCase.of(words, Path.of("").toAbsolutePath(), options.declareNothing());
        Optional<Integer> workers = options.workers.map(WatchCommand::count);
        try (Watch watch = open(target, workers);
                RunLock lock = lock();
                ShutdownHook hook = ShutdownHook.of("microbench-watch-end", () -> end(watch))) {
            // A signal is the normal end of a watch, so it is not a failure.
            EndSignals.handle(signal -> watch.stop());
            watch.run();
            return ExitCode.FINE;
        }
    }

    private static int count(String workers) {
        return Optional.of(workers)
                .filter(text -> text.matches("[1-9]\\d{0,8}"))
                .map(Integer::valueOf)
                .orElseThrow(() ->
                        new ConfigurationException("--concurrency " + workers + ": expected a number of at least 1."));
    }

    private Watch open(Optional<WatchedCase> target, Optional<Integer> workers) {
        Consumer<String> progress = console.out()::println;
        Consumer<String> output = options.verbose ? console.err()::println : line -> {};
        if (target.isPresent()) {
            WatchedCase watched = target.get();
            OF_SNIPPETS.stream()
                    .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                    .findFirst()
                    .ifPresent(option -> {
                        throw new ConfigurationException(option + " only applies to snippets, but "
                                + watched.build().name() + " is a suite.");
                    });
            return Watch.ofCase(launch(watched, workers), progress, output);
        }
        options.snippets.add(words.get(0));
        options.samples = options.samples.or(() -> Optional.of(SAMPLES));
        options.duration = options.duration.or(() -> Optional.of(SAMPLE));
        return Watch.ofSnippet(new SnippetQuestion(options, console).question(), progress, output);
    }

    private ForkServerClient.Launch launch(WatchedCase watchedCase, Optional<Integer> workers) {
        Path here = Path.of("").toAbsolutePath();
        Map<String, String> properties = options.libraries.settings();
        properties.put(SettingOptions.CASES, watchedCase.glob());
        workers.ifPresent(count -> properties.put(SettingOptions.THREADS, count.toString()));
        Build build = watchedCase
                .build()
                .with(options.libraries.forSuite(here, options.profile, properties, console.err()::println));
        return new ForkServerClient.Launch(build.name(), build.classPath(), build.directory(), properties);
    }

    private RunLock lock() {
        return options.libraries.properties.containsKey(RunLock.IGNORE) || System.getProperty(RunLock.IGNORE) != null
                ? RunLock.none()
                : RunLock.acquire(LOCK_WAIT, console.err()::println);
    }

    private void end(Watch watch) {
        boolean running = watch.isRunning();
        watch.close();
        console.out().flush();
        if (running) {
            Runtime.getRuntime().halt(ExitCode.FINE);
        }
    }

    /** A case to watch: the benchmarks, and the pattern that selects it. */
    record WatchedCase(Build build, String glob) {

        /** Matches paths that could only be divisions if they were Java: target/classes, lib/*. */
        private static final Pattern PATH = Pattern.compile("[\\w.~-]*(/[\\w.*-]+)+/?|.*\\.jar");

        /**
         * Parses the words of the command line: benchmarks and the pattern of a case; empty for a single snippet. If no
         * option declares a name, text such as target/classes is read as a path, because it cannot be a Java division.
         */
        static Optional<WatchedCase> of(List<String> words, Path here, boolean declaresNothing) {
            if (words.isEmpty()) {
                throw new ConfigurationException("Expected a snippet such as 'com.acme.Codec.encode(input)', a .java"
                        + " file, or a jar or folder of benchmarks and one of its cases.");
            }
            String first = words.get(0);
            boolean path = declaresNothing && PATH.matcher(first).matches() && !first.endsWith(".java");
            if (isThere(first, here) || path) {
                Build build = Build.ofClassPath(first, here);
                if (words.size() != 2) {
                    throw new ConfigurationException(first + " is a suite, and only one of its cases can be watched"
                            + (words.size() == 1 ? "" : ", not " + (words.size() - 1)) + ": 'microbench watch " + first
                            + " *Codec.encode:size=1024'. 'microbench list " + first + "' names them.");
                }
                return Optional.of(new WatchedCase(build, words.get(1)));
            }
            if (words.size() > 1) {
                throw new ConfigurationException("Only one snippet can be watched, not " + words.size()
                        + ". To watch a case of a suite, begin with a jar or a folder; there is no \"" + first + "\".");
            }
            return Optional.empty();
        }

        /** Returns whether a jar, a folder, or an entry of a class path exists. */
        private static boolean isThere(String text, Path here) {
            return Stream.of(text.split(Pattern.quote(File.pathSeparator), -1))
                    .filter(entry -> !entry.isBlank() && !entry.endsWith(".java"))
                    .anyMatch(entry -> {
                        try {
                            return Files.exists(here.resolve(entry.replaceFirst("/\\*$", "")));
                        } catch (InvalidPathException e) {
                            return false;
                        }
                    });
        }
    }
}
