// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Concurrency;
import io.microbench.plan.BenchmarkMethod.ParameterSpace;
import io.microbench.plan.RungOrder.AnnotatedThreads;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.Defaults;

/**
 * Lists the cases of a benchmark class: every method with every combination of parameters, thread count and mode, in
 * every variant.
 *
 * <p>The order is stable: methods by name, then parameters by name with their values as declared, then thread counts,
 * then modes, then variants as given. The first of these that is given applies: a setting, what the class sets in
 * {@code AbstractMicrobenchmark.options(...)}, the annotation on the method, that on the class, that on the base class,
 * JMH's default.
 */
public final class CaseResolver {

    private final Settings settings;

    public CaseResolver(Settings settings) {
        this.settings = settings;
    }

    /**
     * Lists the cases, whether or not the filter chooses them.
     *
     * <p>Reads annotations only, and the class is not initialised, unless it overrides {@code options(...)}; until
     * {@link Planner#complete}, the only JVM arguments are those in {@code @Fork}.
     *
     * @throws ConfigurationException if a parameter has no values, or a number cannot be used
     */
    public List<PlannedCase> cases(BenchmarkClass benchmarks) {
        Optional<BenchmarkInstance> host = BenchmarkInstance.withOptions(benchmarks.type());
        CaseVariants variants = new CaseVariants(settings);
        List<PlannedCase> cases = new ArrayList<>();
        for (BenchmarkMethod method : benchmarks.methods()) {
            CasePlans plans = new CasePlans(settings, method);
            AnnotatedCurve curve = new AnnotatedCurve(benchmarks.name(), method);
            Optional<RequestedOptions> requested = host.flatMap(instance -> requested(instance, method, plans));
            List<SortedMap<String, String>> combinations =
                    ParameterSpace.combinations(parameters(benchmarks, method, requested));
            Set<Mode> declared = requested
                    .flatMap(RequestedOptions::modes)
                    .map(CaseResolver::expand)
                    .orElseGet(() -> declaredModes(method));
            Set<Mode> modes =
                    settings.find(KnownSettings.MODE).map(CaseResolver::expand).orElse(declared);
            Set<Integer> threads = threads(method, requested);
            boolean shuffled = RungOrder.isShuffled(method, settings);
            Optional<FixtureWarmup> warmup = FixtureWarmup.of(benchmarks, method, threads, settings);
            for (SortedMap<String, String> combination : combinations) {
                CurvePlan drawn = curve.of(combination);
                for (int count : threads) {
                    for (Mode mode : modes) {
                        CasePlan plan = plan(plans, mode, count, benchmarks.name() + "." + method.name())
                                .withCurve(drawn);
                        // A mode is left out of the name only if it is the only one that the method declares.
                        Optional<String> ofMethod =
                                declared.equals(Set.of(mode)) ? Optional.empty() : Optional.of(mode.shortLabel());
                        CaseId id = new CaseId(benchmarks.name(), method.name(), combination, count, ofMethod);
                        PlannedCase planned = new PlannedCase(
                                id,
                                benchmarks.type(),
                                plan,
                                UnaryOperator.identity(),
                                Optional.empty(),
                                warmup,
                                shuffled,
                                Optional.empty());
                        cases.addAll(variants.of(planned));
                    }
                }
            }
        }
        return cases;
    }

    private static CasePlan plan(CasePlans plans, Mode mode, int threads, String benchmark) {
        try {
            return plans.plan(mode, threads);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    benchmark + ": " + e.getMessage() + ". Correct the annotation of the method or its class.");
        }
    }

    /** Reads the options of the class; an exception that it throws is reported when the case runs. */
    private Optional<RequestedOptions> requested(BenchmarkInstance host, BenchmarkMethod method, CasePlans plans) {
        Mode mode = declaredModes(method).iterator().next();
        int threads = declaredThreads(method).get(0);
        try {
            return Optional.of(RequestedOptions.of(plans.plan(mode, threads), host::options));
        } catch (ConfigurationException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    private SortedMap<String, List<String>> parameters(
            BenchmarkClass benchmarks, BenchmarkMethod method, Optional<RequestedOptions> requested) {
        SortedMap<String, List<String>> values = new TreeMap<>(method.parameters());
        values.replaceAll(
                (name, declared) -> Optional.ofNullable(settings.parameters().get(name))
                        .or(() -> requested.flatMap(options -> options.parameter(name)))
                        .orElse(declared));
        values.forEach((name, chosen) -> {
            if (chosen.isEmpty()) {
                throw new ConfigurationException(String.format(
                        "%s.%s: the parameter %s has no values. Name them in its @Param, or with -D%s%s=...",
                        benchmarks.name(), method.name(), name, KnownSettings.PARAMETER_PREFIX, name));
            }
        });
        return values;
    }

    private static Set<Mode> declaredModes(BenchmarkMethod method) {
        List<Mode> declared = method.each(BenchmarkMode.class).stream()
                .flatMap(mode -> Arrays.stream(mode.value()))
                .toList();
        return declared.isEmpty() ? EnumSet.of(Defaults.BENCHMARK_MODE) : expand(declared);
    }

    private static Set<Mode> expand(Collection<Mode> modes) {
        EnumSet<Mode> expanded = modes.contains(Mode.All) ? EnumSet.allOf(Mode.class) : EnumSet.copyOf(modes);
        expanded.remove(Mode.All);
        return expanded;
    }

    private Set<Integer> threads(BenchmarkMethod method, Optional<RequestedOptions> requested) {
        List<Integer> counts = settings.threads()
                .or(() -> requested.flatMap(RequestedOptions::threads).map(List::of))
                .orElseGet(() -> declaredThreads(method));
        int group = requested.flatMap(RequestedOptions::threadsOfGroup).orElseGet(method::threadsOfGroup);
        Set<Integer> threads = new LinkedHashSet<>();
        for (int count : capped(counts)) {
            // JMH rounds up to whole groups.
            threads.add((count + group - 1) / group * group);
        }
        return threads;
    }

    private List<Integer> capped(List<Integer> counts) {
        Optional<Integer> most = settings.find(KnownSettings.MAX_THREADS);
        if (most.isEmpty()) {
            return counts;
        }
        List<Integer> below =
                counts.stream().filter(count -> count <= most.get()).toList();
        return below.isEmpty() ? List.of(most.get()) : below;
    }

    private static List<Integer> declaredThreads(BenchmarkMethod method) {
        for (AnnotatedElement element : method.chain()) {
            List<Integer> counts = AnnotatedThreads.of(element);
            if (!counts.isEmpty()) {
                return counts;
            }
            Threads count = element.getDeclaredAnnotation(Threads.class);
            if (count != null) {
                return List.of(
                        count.value() == Threads.MAX ? Runtime.getRuntime().availableProcessors() : count.value());
            }
        }
        return List.of(Defaults.THREADS);
    }

    static final class AnnotatedCurve {

        private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");
        private static final String METHOD = "method";

        private final String benchmark;
        private final String method;
        private final Optional<String> chart;
        private final List<String> rates;

        AnnotatedCurve(String className, BenchmarkMethod method) {
            this.benchmark = className + "." + method.name();
            this.method = method.name();
            chart = method.attribute(Concurrency.class, Concurrency::chart, title -> !title.isBlank());
            rates = method.attribute(Concurrency.class, c -> List.of(c.rates()), labels -> !labels.isEmpty())
                    .orElse(List.of());
        }

        CurvePlan of(Map<String, String> parameters) {
            return new CurvePlan(
                    chart.map(title -> PLACE.matcher(title)
                            .replaceAll(place -> Matcher.quoteReplacement(value(title, place, parameters)))),
                    rates);
        }

        private String value(String title, MatchResult place, Map<String, String> parameters) {
            String name = place.group(1);
            if (name.equals(METHOD)) {
                return method;
            }
            String value = parameters.get(name);
            if (value == null) {
                TreeSet<String> accepted = new TreeSet<>(parameters.keySet());
                accepted.add(METHOD);
                throw new ConfigurationException(String.format(
                        "%s: @Concurrency has the chart \"%s\": {%s} is not a parameter. Expected one of {%s}.",
                        benchmark, title, name, String.join("}, {", accepted)));
            }
            return value;
        }
    }

    /** Creates the variants of each case: one for each JVM and set of arguments that every case is measured with. */
    static final class CaseVariants {

        private final List<JvmVariant> variants;
        private final CaseFilter chosen;

        CaseVariants(Settings settings) {
            variants = settings.variants();
            chosen = settings.cases();
        }

        List<PlannedCase> of(PlannedCase planned) {
            if (variants.isEmpty()) {
                return List.of(planned);
            }
            List<PlannedCase> all =
                    variants.stream().map(variant -> in(variant, planned)).toList();
            requireForks(planned, all);
            return all;
        }

        private void requireForks(PlannedCase planned, List<PlannedCase> all) {
            if (planned.plan().inProcess() && all.stream().anyMatch(existing -> existing.isChosenBy(chosen))) {
                throw new ConfigurationException(planned.id() + " has forks = 0 and so runs in this JVM; "
                        + KnownSettings.JVMS.name() + " and " + KnownSettings.VARIANTS.name()
                        + " need 1 fork or more. Leave one of the two out.");
            }
        }

        private PlannedCase in(JvmVariant variant, PlannedCase planned) {
            Optional<String> java = variant.jdk().map(Jdk::java).map(Path::toString);
            CasePlan plan = planned.plan();
            CasePlan variantPlan = plan.toBuilder().jvm(java.or(plan::jvm)).build();
            return planned.in(variant, named(variant, planned.id()), variantPlan);
        }

        private CaseId named(JvmVariant variant, CaseId id) {
            if (!variant.isNamed()) {
                return id;
            }
            SortedMap<String, String> parameters = new TreeMap<>(id.parameters());
            if (parameters.put(JvmVariant.PARAMETER, variant.name()) != null) {
                throw new ConfigurationException(id.benchmark() + " has a parameter named " + JvmVariant.PARAMETER
                        + ", but this name is reserved for the JVM variant ("
                        + variants.stream().map(JvmVariant::name).collect(Collectors.joining(", "))
                        + "). Rename the parameter, or choose other benchmarks with " + KnownSettings.CASES.name()
                        + ".");
            }
            return new CaseId(id.className(), id.method(), parameters, id.threads(), id.mode());
        }
    }
}
