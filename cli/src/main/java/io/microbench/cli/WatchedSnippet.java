// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.snippet.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a snippet that is watched; they mean what they mean where snippets are compared. */
final class WatchedSnippet {

    /** Short forks, as those of a suite: what matters is to see a change soon. */
    private static final int SAMPLES = 5;

    private static final Duration SAMPLE = Duration.ofMillis(100);

    @Option(names = "--init", paramLabel = "CODE", description = "Run once before; what it declares, all parts see.")
    private Optional<String> init = Optional.empty();

    @Option(
            names = "--init-worker",
            paramLabel = "CODE",
            description = "Run once by each worker before any of them begins; what it declares, the snippet sees.")
    private Optional<String> initWorker = Optional.empty();

    @Option(names = "--done", paramLabel = "CODE", description = "Run once at the end, also after a failure.")
    private Optional<String> done = Optional.empty();

    @Option(
            names = "--accumulate",
            paramLabel = "CODE",
            description = "Feeds what the snippet returned back to it, as 'last'; this is the first value.")
    private Optional<String> accumulate = Optional.empty();

    @Option(names = "--label", paramLabel = "TEXT", description = "What to call the snippet.")
    private Optional<String> label = Optional.empty();

    @Option(names = "--param", paramLabel = "NAME=V", description = "An input with its value.")
    private List<String> params = new ArrayList<>();

    @Option(names = "--import", paramLabel = "NAME", description = "A class or package.* beside the common ones.")
    private List<String> imports = new ArrayList<>();

    @Option(
            names = {"-s", "--samples"},
            paramLabel = "N",
            description = "Samples of each fork. Default: " + SAMPLES + ".")
    private Optional<Integer> samples = Optional.empty();

    @Option(
            names = {"-d", "--sample-duration"},
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "How long a sample takes. Default: 100ms.")
    private Optional<Duration> duration = Optional.empty();

    @Option(
            names = {"-w", "--warmup"},
            paramLabel = "N",
            description = "Samples that each fork takes first and throws away. Default: 500 ms of short ones.")
    private Optional<Integer> warmup = Optional.empty();

    @Option(names = "--threads", paramLabel = "KIND", description = "Of the workers: platform, or virtual (JDK 21).")
    private Optional<String> threads = Optional.empty();

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            preprocessor = AnyWord.class,
            description = "An argument of the measured JVMs.")
    private List<String> jvmArguments = new ArrayList<>();

    /** Returns whether a name that stands alone can mean nothing, as no option brings one into being. */
    boolean declaresNothing() {
        return init.isEmpty() && initWorker.isEmpty() && accumulate.isEmpty() && params.isEmpty();
    }

    /**
     * Returns the question that every fork answers.
     *
     * @param libraries which need not be there: options of the command that names them for suites, too
     */
    Question question(
            String snippet,
            List<String> classPath,
            LibraryOptions libraries,
            Optional<Integer> workers,
            Console console) {
        SnippetOptions options = new SnippetOptions();
        options.snippets.add(snippet);
        init.ifPresent(options.init::add);
        initWorker.ifPresent(options.initWorker::add);
        done.ifPresent(options.done::add);
        accumulate.ifPresent(options.accumulate::add);
        label.ifPresent(options.labels::add);
        options.params = params;
        options.imports = imports;
        options.classPath = classPath;
        options.libraries = libraries;
        options.samples = samples.or(() -> Optional.of(SAMPLES));
        options.duration = duration.or(() -> Optional.of(SAMPLE));
        options.warmup = warmup;
        options.threads = threads;
        options.workers = workers.map(String::valueOf);
        options.jvmArguments = jvmArguments;
        return new SnippetQuestion(options, console).question();
    }
}
