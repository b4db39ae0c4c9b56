// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

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
 * What is to be measured, and how.
 *
 * @param snippets the snippets, at least one
 * @param imports what the snippets need beside the common imports: {@code com.acme.*}
 * @param classPath what the snippets need beside the JDK
 * @param inputs values by name, in the order in which they were given; each snippet is measured with each combination
 * @param sampling how much is measured
 * @param workers threads that run a snippet at the same time
 * @param virtual whether they are virtual threads
 * @param order in which order the forks of several snippets run
 * @param seed of a random order
 * @param timeout how long an operation may take beyond the duration of its sample
 * @param jvmArgs arguments of the forks
 * @param preview whether preview features of the language are on
 * @param archive class-data archive of the forks
 * @param check what every snippet has to stand before any is measured
 * @param profilers of JMH, by the names that {@code -prof} takes: with {@code gc} results know what a call allocates
 * @param cache folder in which compiled snippets are kept; none are where empty
 * @param variants JVMs, each of which measures every snippet; where empty, the one that this runs on
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

    /** What every snippet has to stand before any is measured. */
    public enum Check {
        /** Nothing. */
        NONE,
        /** One call with each combination of inputs. */
        RUNS,
        /** The same, and all snippets return the same with the same inputs. */
        SAME
    }

    /** In which order the forks of several snippets run. */
    public enum Order {
        /** In turn: one fork of each snippet, then the next one of each. */
        TURN,
        /** In turn, and the order of the snippets is drawn anew for each turn. */
        RANDOM,
        /** All at once, which disturbs them all. */
        PARALLEL
    }

    /**
     * How much of each snippet is measured.
     *
     * @param samples in all, at least 1; they are spread over the forks
     * @param duration of one sample; not used with {@code loop}
     * @param loop the exact number of calls of one sample and worker; 0 to take samples by duration
     * @param warmup samples that each fork takes first and throws away; where empty, half a second in samples of 100
     *     ms, and with {@code loop} 2
     * @param forks JVMs that each snippet gets at least; never more than samples
     * @param precision half-width of the interval, as a share of the value, at which a snippet is measured well enough;
     *     forks are added until then. Empty for no more than {@code samples}
     * @param budget time after which no fork is added for the sake of precision
     * @param asNeeded whether a snippet is done after two forks where these answer what is asked: it is told apart from all
     *     others, or, where there is no other, its forks agree within 10 %. Of several numbers of workers all have all forks
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

        /** Three samples of half a second, each in a JVM of its own, or two where these answer what is asked. */
        public static final Sampling DEFAULT = new Sampling(
                3,
                Duration.ofMillis(500),
                0,
                OptionalInt.empty(),
                3,
                OptionalDouble.empty(),
                Duration.ofSeconds(60),
                true);

        private static final int MOST_ROUNDS = 1000;

        /** Makes a sampling in which each snippet gets all its forks. */
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

        /**
         * Returns the number of iterations that take a sample of so many calls in equal parts: JMH counts the calls of
         * one in an {@code int}.
         *
         * @param calls of a sample, at least 0
         * @return at least 1; 0 if no number up to 1,000 divides the calls into parts that are small enough
         */
        public static int rounds(long calls) {
            for (int rounds = 1; rounds <= MOST_ROUNDS; rounds++) {
                if (calls % rounds == 0 && calls / rounds <= Integer.MAX_VALUE) {
                    return rounds;
                }
            }
            return 0;
        }
    }

    /**
     * How many threads run a snippet at the same time, and what is measured with each number of them.
     *
     * @param counts each is measured for itself, in forks of its own; at least one, each at least 1
     * @param latency whether one fork more for each of them times single calls, in JMH's sample mode
     * @param patience with a squeeze, the numbers of workers in a row that may bring no gain larger than noise before the
     *     others are left out; empty where all are measured
     */
    public record Workers(List<Integer> counts, boolean latency, OptionalInt patience) {

        /** One worker. */
        public static final Workers ONE = of(1);

        public Workers {
            counts = List.copyOf(counts);
            if (counts.isEmpty() || counts.stream().anyMatch(count -> count < 1)) {
                throw new IllegalArgumentException("Workers " + counts + ": at least one number, and none below 1");
            }
        }

        /** Returns so many workers, each of several numbers measured for itself, without timing single calls. */
        public static Workers of(int... counts) {
            return new Workers(Arrays.stream(counts).boxed().toList(), false, OptionalInt.empty());
        }

        /** Returns the same workers, whose numbers rise until so many in a row bring no gain larger than noise. */
        public Workers squeezed(int passes) {
            return new Workers(counts, latency, OptionalInt.of(passes));
        }

        /** Returns the number of workers that is measured first. */
        public int first() {
            return counts.get(0);
        }

        /** Returns whether several numbers of workers are measured, or may be. */
        public boolean isLadder() {
            return counts.size() > 1 || patience.isPresent();
        }
    }

    /**
     * A JVM that measures every snippet, and its arguments.
     *
     * @param name stands behind the snippet in the names of rows; no other variant has it, and it is empty only where there
     *     is no other
     * @param java its java command; empty for the JVM that this runs on
     * @param feature the feature release of its JDK, such as 17
     * @param arguments of its forks, behind those of all
     * @param libraries what its snippets need beside the class path of all, and in front of it: jars by what the record
     *     calls them, such as their coordinates
     */
    public record Variant(
            String name, Optional<Path> java, int feature, List<String> arguments, Map<String, Path> libraries) {

        /** The JVM that this runs on, without arguments. */
        public static final Variant HERE =
                new Variant("", Optional.empty(), Runtime.version().feature(), List.of());

        /** What stands between a snippet and the name of a variant in the name of a row. */
        static final String BEFORE_NAME = " @ ";

        /** What stands between the words of a name, where the variant is a combination of several choices. */
        static final String BETWEEN_WORDS = " ";

        public Variant {
            arguments = List.copyOf(arguments);
            libraries = Collections.unmodifiableMap(new LinkedHashMap<>(libraries));
        }

        /** Makes a variant without libraries of its own. */
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
        if (names < variants.size() || (variants.size() > 1 && variants.stream().anyMatch(one -> one.name.isEmpty()))) {
            throw new IllegalArgumentException("Variants " + variants + ": each of several needs a name of its own");
        }
    }

    /** Returns a question for the given snippets, with everything else as it usually is. */
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

    /** Returns the same question, measured so much. */
    public Question with(Sampling much) {
        return changed(snippets, workers, classPath, inputs, much, check, jvmArgs, profilers, cache);
    }

    /** Returns the same question with what the snippets need beside the JDK. */
    public Question withClassPath(List<Path> entries) {
        return changed(snippets, workers, entries, inputs, sampling, check, jvmArgs, profilers, cache);
    }

    /** Returns the same question with values by name, in the order in which they are to be measured. */
    public Question withInputs(Map<String, List<String>> values) {
        return changed(snippets, workers, classPath, values, sampling, check, jvmArgs, profilers, cache);
    }

    /** Returns the same question with hooks around each call of all snippets, and around the hooks of their own. */
    public Question withHooks(String before, String after) {
        List<Snippet> hooked =
                snippets.stream().map(snippet -> snippet.within(before, after)).toList();
        return changed(hooked, workers, classPath, inputs, sampling, check, jvmArgs, profilers, cache);
    }

    /**
     * Returns the same question, with snippets that do nothing behind its own, measured like them: what they take is
     * the overhead of the others.
     */
    public Question withOverhead() {
        List<Snippet> all = new ArrayList<>(snippets);
        if (!snippets.stream().allMatch(Snippet::isHooked)) {
            all.add(Snippet.EMPTY);
        }
        if (snippets.stream().anyMatch(Snippet::isHooked)) {
            all.add(Snippet.EMPTY_HOOKED);
        }
        return changed(all, workers, classPath, inputs, sampling, check, jvmArgs, profilers, cache);
    }

    /** Returns the same question with what every snippet has to stand before any is measured. */
    public Question withCheck(Check demanded) {
        return changed(snippets, workers, classPath, inputs, sampling, demanded, jvmArgs, profilers, cache);
    }

    /** Returns the same question with arguments of the forks. */
    public Question withJvmArgs(List<String> arguments) {
        return changed(snippets, workers, classPath, inputs, sampling, check, arguments, profilers, cache);
    }

    /** Returns the same question with profilers of JMH. */
    public Question withProfilers(List<String> names) {
        return changed(snippets, workers, classPath, inputs, sampling, check, jvmArgs, names, cache);
    }

    /** Returns the same question with so many workers; each of several numbers is measured for itself. */
    public Question withWorkers(int... counts) {
        return withWorkers(new Workers(Arrays.stream(counts).boxed().toList(), workers.latency(), workers.patience()));
    }

    /** Returns the same question with other workers. */
    public Question withWorkers(Workers others) {
        return changed(snippets, others, classPath, inputs, sampling, check, jvmArgs, profilers, cache);
    }

    /** Returns the same question with compiled snippets kept in the given folder. */
    public Question withCache(Path folder) {
        return changed(snippets, workers, classPath, inputs, sampling, check, jvmArgs, profilers, Optional.of(folder));
    }

    /** Returns the same question with JVMs, each of which measures every snippet. */
    public Question withVariants(List<Variant> others) {
        return new Question(
                snippets, imports, classPath, inputs, sampling, workers, virtual, order, seed, timeout, jvmArgs,
                preview, check, profilers, archive, cache, others);
    }

    /**
     * Returns the class path of the snippets in a variant: its libraries, then what all have. A library goes in front, so
     * that another version of it among what all have hides none.
     */
    public List<Path> classPath(Variant variant) {
        List<Path> all = new ArrayList<>(variant.libraries().values());
        all.addAll(classPath);
        return all;
    }

    /** Returns one variant for each set of libraries, the first that has it; snippets are compiled for each of them. */
    List<Variant> distinctLibraries() {
        Map<Map<String, Path>, Variant> first = new LinkedHashMap<>();
        variants.forEach(variant -> first.putIfAbsent(variant.libraries(), variant));
        return List.copyOf(first.values());
    }

    /** Returns the feature release of the oldest JDK that measures. */
    int oldest() {
        return variants.stream().mapToInt(Variant::feature).min().orElseThrow();
    }

    /** Returns the release that snippets are compiled for; empty where that is the one of the compiler. */
    OptionalInt release() {
        return oldest() < Runtime.version().feature() ? OptionalInt.of(oldest()) : OptionalInt.empty();
    }

    /** Returns the arguments of a fork's JVM, wherever it is started, but those of its variant. */
    List<String> forkArguments() {
        List<String> arguments = new ArrayList<>();
        if (preview) {
            arguments.add("--enable-preview");
        }
        if (virtual) {
            arguments.add("-Djmh.executor=VIRTUAL");
        }
        // A snippet that leaves threads behind need not be waited for: its numbers are in by then.
        arguments.add("-Djmh.shutdownTimeout=1");
        arguments.addAll(jvmArgs);
        return arguments;
    }

    private Question changed(
            List<Snippet> newSnippets,
            Workers newWorkers,
            List<Path> newClassPath,
            Map<String, List<String>> newInputs,
            Sampling newSampling,
            Check newCheck,
            List<String> newJvmArgs,
            List<String> newProfilers,
            Optional<Path> newCache) {
        return new Question(
                newSnippets,
                imports,
                newClassPath,
                newInputs,
                newSampling,
                newWorkers,
                virtual,
                order,
                seed,
                timeout,
                newJvmArgs,
                preview,
                newCheck,
                newProfilers,
                archive,
                newCache,
                variants);
    }
}
