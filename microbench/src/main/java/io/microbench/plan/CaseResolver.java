// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CurvePlan;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.LadderOrder;
import io.microbench.settings.Settings;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.Defaults;

/**
 * Lists the cases of a benchmark class: every method with every combination of parameters, thread count and mode, in every variant.
 *
 * <p>The order is stable: methods by name, then parameters by name with their values as declared, then thread counts,
 * then modes, then variants as given. A setting beats what the class sets in {@code AbstractMicrobenchmark.options(...)}, that beats the
 * annotation on the method, that beats the class's, that beats the base class's, and otherwise JMH's
 * default holds.
 */
public final class CaseResolver {

    private final Settings settings;

    /** Resolves with the given settings. */
    public CaseResolver(Settings settings) {
        this.settings = settings;
    }

    /**
     * Lists the cases, whether or not the filter chooses them.
     *
     * <p>Reads annotations only, and the class is not initialised, unless it overrides {@code options(...)}; the JVM
     * arguments are those of {@code @Fork} alone until {@link Planner#complete}.
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
            Optional<AskedOptions> asked = host.flatMap(instance -> asked(instance, method, plans));
            List<SortedMap<String, String>> combinations =
                    ParameterSpace.combinations(parameters(benchmarks, method, asked));
            Set<Mode> declared =
                    asked.flatMap(AskedOptions::modes).map(CaseResolver::expand).orElseGet(() -> declaredModes(method));
            Set<Mode> modes =
                    settings.find(KnownSettings.MODE).map(CaseResolver::expand).orElse(declared);
            Set<Integer> threads = threads(method, asked);
            LadderOrder order = RungOrder.of(method, settings);
            Optional<FixtureWarmup> warmup = FixtureWarmup.of(benchmarks, method, threads, settings);
            for (SortedMap<String, String> combination : combinations) {
                CurvePlan drawn = curve.of(combination);
                for (int count : threads) {
                    for (Mode mode : modes) {
                        CasePlan plan = plan(plans, mode, count, benchmarks.name() + "." + method.name())
                                .withCurve(drawn);
                        // A mode goes without saying only where it is the one that the method declares.
                        Optional<String> ofMethod =
                                declared.equals(Set.of(mode)) ? Optional.empty() : Optional.of(mode.shortLabel());
                        CaseId id = new CaseId(benchmarks.name(), method.name(), combination, count, ofMethod);
                        PlannedCase planned = new PlannedCase(id, benchmarks.type(), plan)
                                .withFixtureWarmup(warmup)
                                .with(order);
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
    private Optional<AskedOptions> asked(BenchmarkInstance host, BenchmarkMethod method, CasePlans plans) {
        Mode mode = declaredModes(method).iterator().next();
        int threads = declaredThreads(method).get(0);
        try {
            return Optional.of(AskedOptions.of(plans.plan(mode, threads), host::options));
        } catch (ConfigurationException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    private SortedMap<String, List<String>> parameters(
            BenchmarkClass benchmarks, BenchmarkMethod method, Optional<AskedOptions> asked) {
        SortedMap<String, List<String>> values = new TreeMap<>(method.parameters());
        values.replaceAll(
                (name, declared) -> Optional.ofNullable(settings.parameters().get(name))
                        .or(() -> asked.flatMap(options -> options.parameter(name)))
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

    private Set<Integer> threads(BenchmarkMethod method, Optional<AskedOptions> asked) {
        List<Integer> counts = settings.threads()
                .or(() -> asked.flatMap(AskedOptions::threads).map(List::of))
                .orElseGet(() -> declaredThreads(method));
        int group = asked.flatMap(AskedOptions::threadsOfGroup).orElseGet(method::threadsOfGroup);
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
}
