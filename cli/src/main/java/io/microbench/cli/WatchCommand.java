/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.ab.Build;
import io.microbench.run.ForkHost;
import io.microbench.run.MachineLock;
import io.microbench.watch.CaseWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps measuring a case while its code changes. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Keeps measuring a case, fork after fork. When the class files change, measures the new ones and says whether they"
                    + " are faster.",
            "",
            "On a terminal the keys + and - raise and lower the number of workers. Ctrl-C ends it."
        },
        footerHeading = "%nExample:%n",
        footer = "  microbench watch target/test-classes '*Codec.encode:size=1024' -cp 'target/classes:lib/*'")
final class WatchCommand implements Callable<Integer> {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(30);
    private static final String IGNORE_LOCK = "jmh.ignoreLock";

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "JAR|DIR|CLASSPATH",
            description = "The benchmarks: a jar, a folder of classes, or a class path.")
    private String benchmarks = "";

    @Parameters(index = "1", paramLabel = "GLOB", description = "The case, as in -Dmicrobench.cases.")
    private String glob = "";

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description = "Libraries that the benchmarks need; watched, too.")
    private String libraries = "";

    @Option(names = "--workers", paramLabel = "N", description = "Threads at first. Default: those of the case.")
    private Optional<Integer> workers = Optional.empty();

    @Option(
            names = "-D",
            paramLabel = "NAME=VALUE",
            mapFallbackValue = "",
            description = "A setting by the name it has under Maven, or a system property for the benchmarks.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(names = "--verbose", description = "Prints what JMH and the forks say.")
    private boolean verbose;

    WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path here = Path.of("").toAbsolutePath();
        Build build = Build.ofClassPath(benchmarks, here).with(Build.entries(libraries, here));
        properties.put("microbench.cases", glob);
        ForkHost.Launch launch = new ForkHost.Launch(build.name(), build.classPath(), build.directory(), properties);
        Consumer<String> output = verbose ? console.err()::println : line -> {};
        try (MachineLock lock = lock();
                CaseWatch watch = CaseWatch.open(launch, console.out()::println, output);
                WatchKeys keys = WatchKeys.listen(System.in, watch)) {
            workers.ifPresent(watch::workers);
            // Being told to go is how this ends, and so it is no failure.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(watch, keys), "microbench-watch-end"));
            watch.run();
            return ExitCode.FINE;
        }
    }

    private MachineLock lock() {
        return properties.containsKey(IGNORE_LOCK)
                ? MachineLock.ignored(line -> {})
                : MachineLock.acquire(LOCK_WAIT, console.err()::println);
    }

    private void end(CaseWatch watch, WatchKeys keys) {
        boolean running = watch.isRunning();
        keys.close();
        watch.close();
        console.out().flush();
        if (running) {
            Runtime.getRuntime().halt(ExitCode.FINE);
        }
    }
}
