// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.compare.Build;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * Describes what to measure and how.
 *
 * @param snippets the snippets, at least one
 * @param imports imports in addition to the common ones, such as {@code com.acme.*}
 * @param classPath class path of the snippets, without the JDK
 * @param inputs values by name, in the given order; each snippet is measured with each combination
 * @param sampling how many samples and forks are measured
 * @param workers threads that run a snippet at the same time
 * @param virtual whether the workers are virtual threads
 * @param order the order of the forks of several snippets
 * @param seed seed of a random order
 * @param timeout how long an operation may take beyond the duration of its sample
 * @param jvmArgs JVM arguments of the forks
 * @param preview whether preview features of the language are enabled
 * @param archive class-data archive of the forks
 * @param check the check that every snippet has to pass before any is measured
 * @param profilers JMH profilers, named as for {@code -prof}; with {@code gc}, results include the allocation of a call
 * @param cache cache folder of compiled snippets; empty for no cache
 * @param variants JVMs, each of which measures every snippet; if empty, the current one
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Question(
        List<Snippet> snippets,
        List<String> imports,
        List<Path> classPath,
        Map<String, List<String>> inputs,
        Sampling sampling,
        Workers workers,
        boolean virtual,
        Order order,
        long seed,
        Duration timeout,
        List<String> jvmArgs,
        boolean preview,
        Check check,
        List<String> profilers,
        Optional<Path> archive,
        Optional<Path> cache,
        List<Variant> variants) {

    /** The check that every snippet has to pass before any is measured. */
    public enum Check {
        /** No check. */
        NONE,
        /** Each snippet is called once with each combination of inputs. */
        RUNS,
        /** Like {@link #RUNS}; in addition, all snippets return the same value with the same inputs. */
        SAME
    }

    /** The order of the forks of several snippets. */
    public enum Order {
        /** Interleaved: one fork of each snippet, then the next one of each. */
        TURN,
        /** Interleaved, with a new random order of the snippets in each round. */
        RANDOM,
        /** All snippets at the same time, which disturbs all of them. */
        PARALLEL
    }

    /**
     * How many samples and forks of each snippet are measured.
     *
     * @param samples total number of samples, at least 1, distributed among the forks
     * @param duration duration of one sample; ignored with {@code loop}
     * @param loop the exact number of calls per sample and worker, at most {@link Integer#MAX_VALUE} because JMH counts
     *     them in an {@code int}; 0 for samples with a duration
     * @param warmup number of samples that each fork discards as warm-up; if empty, half a second in samples of 100 ms,
     *     or 2 samples with {@code loop}
     * @param forks minimum number of JVMs for each snippet; at most the number of samples
     * @param precision requested half-width of the interval, as a share of the value: forks are added until it is
     *     reached. If empty, only {@code samples} samples are taken
     * @param budget time after which no fork is added to reach the precision
     * @param asNeeded whether two forks of a snippet are enough if it then differs significantly from all others or,
     *     without others, its forks agree within 10 %. With several numbers of workers, all forks are run
     */
    public record Sampling(
            int samples,
            Duration duration,
            long loop,
            OptionalInt warmup,
            int forks,
            OptionalDouble precision,
            Duration budget,
            boolean asNeeded) {

        /** Three samples of half a second, each in its own JVM, or two if enough ({@link Sampling#asNeeded}). */
        public static final Sampling DEFAULT = new Sampling(
                3,
                Duration.ofMillis(500),
                0,
                OptionalInt.empty(),
                3,
                OptionalDouble.empty(),
                Duration.ofSeconds(60),
                true);

        /** Creates a sampling that runs all forks of each snippet. */
        public Sampling(
                int samples,
                Duration duration,
                long loop,
                OptionalInt warmup,
                int forks,
                OptionalDouble precision,
                Duration budget) {
            this(samples, duration, loop, warmup, forks, precision, budget, false);
        }
    }

    /**
     * The worker counts with which a snippet is measured, and whether single calls are also timed.
     *
     * @param counts numbers of workers, each measured in its own forks; at least one number, each at least 1
     * @param latency whether an additional fork for each count times single calls, in JMH's sample mode
     * @param patience the number of consecutive worker counts without a gain beyond the noise after which a squeeze
     *     ends; empty if all counts are measured
     */
    public record Workers(List<Integer> counts, boolean latency, OptionalInt patience) {

        /** One worker. */
        public static final Workers ONE = of(1);

        public Workers {
            counts = List.copyOf(counts);
            if (counts.isEmpty() || counts.stream().anyMatch(count -> count < 1)) {
                throw new IllegalArgumentException(
                        "Workers " + counts + ": expected at least one number, each at least 1");
            }
        }

        /** Returns these numbers of workers, each measured separately, without timing single calls. */
        public static Workers of(int... counts) {
            return new Workers(Arrays.stream(counts).boxed().toList(), false, OptionalInt.empty());
        }

        /** Returns these workers for a squeeze, which ends after this many consecutive worker counts without a gain. */
        public Workers squeezed(int passes) {
            return new Workers(counts, latency, OptionalInt.of(passes));
        }

        /** Returns the number of workers that is measured first. */
        public int first() {
            return counts.get(0);
        }

        /** Returns whether several numbers of workers may be measured. */
        public boolean isLadder() {
            return counts.size() > 1 || patience.isPresent();
        }
    }

    /**
     * A JVM that measures every snippet, and its arguments.
     *
     * @param name follows the snippet in the names of rows; unique, and empty only if there is a single variant
     * @param java its java command; empty for the current JVM
     * @param feature the feature release of its JDK, such as 17
     * @param arguments arguments of its forks, after the common arguments
     * @param libraries jars in front of the common class path, by their names in the record, such as their coordinates
     */
    public record Variant(
            String name, Optional<Path> java, int feature, List<String> arguments, Map<String, Path> libraries) {

        /** The current JVM, without arguments. */
        public static final Variant HERE =
                new Variant("", Optional.empty(), Runtime.version().feature(), List.of());

        /** The separator of a snippet and a variant in the name of a row. */
        static final String BEFORE_NAME = " @ ";

        /** The separator of the words in the name of a variant that combines several choices. */
        static final String BETWEEN_WORDS = " ";

        public Variant {
            arguments = List.copyOf(arguments);
            libraries = Collections.unmodifiableMap(new LinkedHashMap<>(libraries));
        }

        /** Creates a variant without its own libraries. */
        public Variant(String name, Optional<Path> java, int feature, List<String> arguments) {
            this(name, java, feature, arguments, Map.of());
        }

        /** Returns the name of a row of this variant. */
        String row(String snippet) {
            return name.isEmpty() ? snippet : snippet + BEFORE_NAME + name;
        }
    }

    public Question {
        snippets = List.copyOf(snippets);
        imports = List.copyOf(imports);
        classPath = List.copyOf(classPath);
        inputs = new LinkedHashMap<>(inputs);
        jvmArgs = List.copyOf(jvmArgs);
        profilers = List.copyOf(profilers);
        variants = variants.isEmpty() ? List.of(Variant.HERE) : List.copyOf(variants);
        long names = variants.stream().map(Variant::name).distinct().count();
        if (names < variants.size()
                || (variants.size() > 1 && variants.stream().anyMatch(candidate -> candidate.name.isEmpty()))) {
            throw new IllegalArgumentException(
                    "Variants " + variants + ": if there are several, each needs a unique name");
        }
    }

    /** Returns a question for the given snippets, with defaults for everything else. */
    public static Question of(Snippet... snippets) {
        return new Question(
                List.of(snippets),
                List.of(),
                List.of(),
                Map.of(),
                Sampling.DEFAULT,
                Workers.ONE,
                false,
                Order.TURN,
                0,
                Duration.ofMinutes(1),
                List.of(),
                false,
                Check.NONE,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Returns the same question with another sampling. */
    public Question with(Sampling much) {
        return new Question(
                snippets, imports, classPath, inputs, much, workers, virtual, order, seed, timeout, jvmArgs, preview,
                check, profilers, archive, cache, variants);
    }

    /** Returns the same question with another class path of the snippets. */
    public Question withClassPath(List<Path> entries) {
        return new Question(
                snippets, imports, entries, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs, preview,
                check, profilers, archive, cache, variants);
    }

    Question withImports(List<String> others) {
        return new Question(
                snippets, others, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs, preview,
                check, profilers, archive, cache, variants);
    }

    /** Returns the same question with input values by name, in the order in which to measure them. */
    public Question withInputs(Map<String, List<String>> values) {
        return new Question(
                snippets, imports, classPath, values, sampling, workers, virtual, order, seed, timeout, jvmArgs,
                preview, check, profilers, archive, cache, variants);
    }

    /** Returns the same question with hooks around each call of all snippets, outside their own hooks. */
    public Question withHooks(String before, String after) {
        List<Snippet> hooked =
                snippets.stream().map(snippet -> snippet.within(before, after)).toList();
        return new Question(
                hooked, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs, preview,
                check, profilers, archive, cache, variants);
    }

    /** Returns the same question with additional empty snippets, whose time is the overhead of the others. */
    public Question withOverhead() {
        List<Snippet> all = new ArrayList<>(snippets);
        if (!snippets.stream().allMatch(Snippet::isHooked)) {
            all.add(Snippet.EMPTY);
        }
        if (snippets.stream().anyMatch(Snippet::isHooked)) {
            all.add(Snippet.EMPTY_HOOKED);
        }
        return new Question(
                all, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs, preview,
                check, profilers, archive, cache, variants);
    }

    /** Returns the same question with another check. */
    public Question withCheck(Check demanded) {
        return new Question(
                snippets, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs,
                preview, demanded, profilers, archive, cache, variants);
    }

    /** Returns the same question with arguments of the forks. */
    public Question withJvmArgs(List<String> arguments) {
        return new Question(
                snippets, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, arguments,
                preview, check, profilers, archive, cache, variants);
    }

    /** Returns the same question with profilers of JMH. */
    public Question withProfilers(List<String> names) {
        return new Question(
                snippets, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs,
                preview, check, names, archive, cache, variants);
    }

    /** Returns the same question with these numbers of workers, each measured separately. */
    public Question withWorkers(int... counts) {
        return withWorkers(new Workers(Arrays.stream(counts).boxed().toList(), workers.latency(), workers.patience()));
    }

    /** Returns the same question with other numbers of workers. */
    public Question withWorkers(Workers others) {
        return new Question(
                snippets, imports, classPath, inputs, sampling, others, virtual, order, seed, timeout, jvmArgs, preview,
                check, profilers, archive, cache, variants);
    }

    /** Returns the same question with the given folder as the cache of compiled snippets. */
    public Question withCache(Path folder) {
        Optional<Path> kept = Optional.of(folder);
        return new Question(
                snippets, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs,
                preview, check, profilers, archive, kept, variants);
    }

    /** Returns the same question with JVMs, each of which measures every snippet. */
    public Question withVariants(List<Variant> others) {
        return new Question(
                snippets, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs,
                preview, check, profilers, archive, cache, others);
    }

    /**
     * Returns the class path of the snippets in a variant: its libraries, then the common entries. A library comes
     * first, so that no other version of it in the common entries hides it.
     */
    public List<Path> classPath(Variant variant) {
        List<Path> all = new ArrayList<>(variant.libraries().values());
        all.addAll(classPath);
        return all;
    }

    /** Returns the first variant with each set of libraries; snippets are compiled for each of them. */
    List<Variant> distinctLibraries() {
        Map<Map<String, Path>, Variant> first = new LinkedHashMap<>();
        variants.forEach(variant -> first.putIfAbsent(variant.libraries(), variant));
        return List.copyOf(first.values());
    }

    /**
     * Checks that each entry of the class paths exists, and is a folder or a jar.
     *
     * @throws io.microbench.text.UserException if an entry does not exist or is neither; the message names the entry
     */
    void requireClassPath() {
        for (Variant variant : distinctLibraries()) {
            for (Path entry : classPath(variant)) {
                if (!Files.exists(entry)) {
                    throw new SnippetException(
                            "The class path of the snippets has an entry that does not exist: " + entry + ".");
                }
                Build.requireReadable(entry);
            }
        }
    }

    /** Returns the feature release of the oldest JDK among the variants. */
    int oldest() {
        return variants.stream().mapToInt(Variant::feature).min().orElseThrow();
    }

    /** Returns the release that snippets are compiled for; empty for the release of the compiler. */
    OptionalInt release() {
        return oldest() < Runtime.version().feature() ? OptionalInt.of(oldest()) : OptionalInt.empty();
    }

    /** Returns the arguments of a fork's JVM on any machine, without the arguments of its variant. */
    List<String> forkArguments() {
        List<String> arguments = new ArrayList<>();
        if (preview) {
            arguments.add("--enable-preview");
        }
        if (virtual) {
            arguments.add("-Djmh.executor=VIRTUAL");
        }
        // JMH does not wait for threads that a snippet leaves running, because the scores are complete by then.
        arguments.add("-Djmh.shutdownTimeout=1");
        arguments.addAll(jvmArgs);
        return arguments;
    }
}
