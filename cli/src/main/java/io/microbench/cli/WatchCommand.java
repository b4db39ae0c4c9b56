// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.compare.Build;
import io.microbench.environment.RunLock;
import io.microbench.environment.ShutdownHook;
import io.microbench.plan.ConfigurationException;
import io.microbench.process.EndSignals;
import io.microbench.remote.ForkServerClient;
import io.microbench.watch.Watch;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures a snippet, or a case of a suite, again and again while its classes change. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "microbench watch [OPTIONS] SNIPPET|FILE.java",
            "       microbench watch [OPTIONS] JAR|DIR|CLASSPATH GLOB"
        },
        description = {
            "Keeps measuring a snippet or a case of a suite, fork after fork. When the class files change, or the"
                    + " file of the"
                    + " snippet, measures the new version and reports whether it is faster.",
            "",
            "On a terminal the keys + and - raise and lower the number of workers. Ctrl-C ends it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench watch 'com.acme.Codec.encode(input)' -cp target/classes --init 'byte[] input = new"
                    + " byte[1024]'",
            "  microbench watch target/test-classes '*Codec.encode:size=1024' -cp 'target/classes:lib/*'"
        })
final class WatchCommand implements Callable<Integer> {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(30);

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = "WHAT",
            description = {
                "SNIPPET: Java to measure, as without a command; FILE.java: a file with such.",
                "JAR|DIR|CLASSPATH GLOB: benchmarks, and the one case, as in -Dmicrobench.cases."
            })
    private List<String> words = new ArrayList<>();

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description = "Folders and jars that the snippet or the benchmarks need; watched, too.")
    private List<String> classPath = new ArrayList<>();

    @Mixin
    private final LibraryOptions libraries = new LibraryOptions();

    @Option(
            names = {"-c", "--concurrency", "--workers"},
            paramLabel = "N",
            description = "Workers at first. Default: 1, or the threads of the case.")
    private Optional<Integer> workers = Optional.empty();

    @Option(names = "--verbose", description = "Prints the output of JMH and the forks.")
    private boolean verbose;

    @Mixin
    private final WatchedSnippet snippet = new WatchedSnippet();

    WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        WatchTarget target = WatchTarget.of(words, Path.of("").toAbsolutePath(), snippet.declaresNothing());
        if (workers.orElse(1) < 1) {
            throw new ConfigurationException("--concurrency " + workers.get() + ": accepted is a number from 1 on.");
        }
        try (Watch watch = open(target);
                RunLock lock = lock();
                WatchKeys keys = WatchKeys.listen(System.in, watch);
                ShutdownHook hook = ShutdownHook.of("microbench-watch-end", () -> end(watch, keys))) {
            // A signal is the usual end of this, and so it is no failure.
            EndSignals.handle(watch::stop);
            watch.run();
            return ExitCode.FINE;
        }
    }

    private Watch open(WatchTarget target) {
        Consumer<String> progress = console.out()::println;
        Consumer<String> output = verbose ? console.err()::println : line -> {};
        if (target instanceof WatchTarget.Case one) {
            List<OptionSpec> ofSnippets =
                    CommandSpec.forAnnotatedObject(new WatchedSnippet()).options();
            refuse(ofSnippets, "is for snippets, and " + one.build().name() + " is a suite.");
            Watch watch = Watch.ofCase(launch(one), progress, output);
            workers.ifPresent(watch::workers);
            return watch;
        }
        String text = target instanceof WatchTarget.Snippet some ? some.text() : "";
        return Watch.ofSnippet(snippet.question(text, classPath, libraries, workers, console), progress, output);
    }

    private void refuse(List<OptionSpec> options, String why) {
        for (OptionSpec option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option.longestName())) {
                throw new ConfigurationException(option.longestName() + " " + why);
            }
        }
    }

    private ForkServerClient.Launch launch(WatchTarget.Case one) {
        Path here = Path.of("").toAbsolutePath();
        Map<String, String> properties = libraries.properties;
        OwnOptions.properties().forEach(properties::putIfAbsent);
        properties.put("microbench.cases", one.glob());
        Build build = one.build()
                .with(Build.entries(String.join(File.pathSeparator, classPath), here))
                .with(new NamedLibraries(libraries, console.err()::println).forSuite(properties));
        return new ForkServerClient.Launch(build.name(), build.classPath(), build.directory(), properties);
    }

    private RunLock lock() {
        return libraries.properties.containsKey(RunLock.IGNORE) || System.getProperty(RunLock.IGNORE) != null
                ? RunLock.none()
                : RunLock.acquire(LOCK_WAIT, console.err()::println);
    }

    private void end(Watch watch, WatchKeys keys) {
        boolean running = watch.isRunning();
        keys.close();
        watch.close();
        console.out().flush();
        if (running) {
            Runtime.getRuntime().halt(ExitCode.FINE);
        }
    }
}
