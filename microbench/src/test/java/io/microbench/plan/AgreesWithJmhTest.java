// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.settings.Settings;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Utils;

/**
 * Compares the benchmarks found by reflection with the list that JMH's own annotation processor wrote for the same
 * classes.
 */
class AgreesWithJmhTest {

    private static final Set<BenchmarkListEntry> ALL = BenchmarkList.defaultList()
            .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of());

    static Stream<Class<?>> fixtures() {
        return Stream.of(
                MergedFixture.class,
                StatesFixture.class,
                GroupFixture.class,
                LadderFixtures.Lopsided.class,
                OverloadedFixtures.FalseSharing.class,
                OverloadedFixtures.ManyThreads.class,
                OverloadedFixtures.Regrouped.class,
                InheritanceFixtures.OverridingCase.class);
    }

    /** Every class of this module's tests that JMH can run, whatever its purpose. */
    static Stream<Class<?>> listed() {
        return ALL.stream()
                .map(BenchmarkListEntry::getUserClassQName)
                .distinct()
                .map(AgreesWithJmhTest::load);
    }

    @ParameterizedTest
    @MethodSource("listed")
    void findsSameBenchmarksOfEveryClass(Class<?> type) {
        Set<String> jmh = entries(type).stream()
                .map(BenchmarkListEntry::getUsername)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(BenchmarkClass.isBenchmarkClass(type)).isTrue();
        assertThat(BenchmarkClass.of(type).methods())
                .extracting(method -> BenchmarkClass.of(type).name() + "." + method.name())
                .containsExactlyElementsOf(jmh);
    }

    @ParameterizedTest
    @MethodSource("listed")
    void findsSameMethodsAndThreadsOfEveryGroup(Class<?> type) {
        Map<String, BenchmarkMethod> ours = BenchmarkClass.of(type).methods().stream()
                .collect(Collectors.toMap(method -> BenchmarkClass.of(type).name() + "." + method.name(), m -> m));
        for (BenchmarkListEntry entry : entries(type)) {
            BenchmarkMethod method = Objects.requireNonNull(ours.get(entry.getUsername()));
            assertThat(method.threadsOfGroup())
                    .as(entry.getUsername())
                    .isEqualTo(Arrays.stream(entry.getThreadGroups()).sum());
            if (entry.getThreadGroupLabels().hasValue()) {
                assertThat(method.methods())
                        .as(entry.getUsername())
                        .extracting(Method::getName)
                        .containsExactlyElementsOf(entry.getThreadGroupLabels().get());
            } else {
                assertThat(method.methods()).as(entry.getUsername()).hasSize(1);
            }
        }
    }

    /** Classes that declare at most one number of threads, as JMH requires. */
    static Stream<Class<?>> groups() {
        return fixtures().filter(type -> type != MergedFixture.class);
    }

    @ParameterizedTest
    @MethodSource("groups")
    void findsSameNumberOfThreads(Class<?> fixture) {
        for (BenchmarkListEntry entry : entries(fixture)) {
            int requested = entry.getThreads().orElse(Defaults.THREADS);
            int whole = Utils.roundUp(
                    requested, Arrays.stream(entry.getThreadGroups()).sum());
            assertThat(of(entry, cases(fixture)))
                    .as(entry.getUsername())
                    .isNotEmpty()
                    .allMatch(planned -> planned.id().threads() == whole)
                    .allMatch(planned -> planned.plan().threads() == whole);
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void findsSameBenchmarksAndModes(Class<?> fixture) {
        List<String> jmh = entries(fixture).stream()
                .map(entry -> entry.getUsername() + " " + entry.getMode().shortLabel())
                .sorted()
                .toList();
        List<String> ours = cases(fixture).stream()
                .map(planned -> planned.id().benchmark() + " " + planned.plan().mode())
                .distinct()
                .sorted()
                .toList();

        assertThat(jmh).isNotEmpty();
        assertThat(ours).isEqualTo(jmh);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void findsSameMeasurementOptions(Class<?> fixture) {
        for (BenchmarkListEntry entry : entries(fixture)) {
            List<PlannedCase> ours = of(entry, cases(fixture));
            assertThat(ours).isNotEmpty();
            for (PlannedCase planned : ours) {
                CasePlan expected = expected(entry, planned.id().threads());
                assertThat(planned.plan()).as(planned.id().text()).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void findsSameParameters(Class<?> fixture) {
        for (BenchmarkListEntry entry : entries(fixture)) {
            Map<String, List<String>> jmh = new TreeMap<>();
            if (entry.getParams().hasValue()) {
                entry.getParams().get().forEach((name, values) -> jmh.put(name, Arrays.asList(values)));
            }
            Map<String, List<String>> ours = new TreeMap<>();
            for (PlannedCase planned : of(entry, cases(fixture))) {
                planned.id().parameters().forEach((name, value) -> {
                    List<String> values = ours.computeIfAbsent(name, n -> new ArrayList<>());
                    if (!values.contains(value)) {
                        values.add(value);
                    }
                });
            }

            assertThat(ours).as(entry.getUsername()).isEqualTo(jmh);
        }
    }

    private static CasePlan expected(BenchmarkListEntry entry, int threads) {
        boolean single = entry.getMode() == Mode.SingleShotTime;
        List<String> jvmArgs = new ArrayList<>();
        jvmArgs.addAll(orEmpty(entry.getJvmArgsPrepend()));
        jvmArgs.addAll(orEmpty(entry.getJvmArgs()));
        jvmArgs.addAll(orEmpty(entry.getJvmArgsAppend()));
        return CasePlan.builder(io.microbench.result.Mode.of(entry.getMode().shortLabel()))
                .timeUnit(entry.getTimeUnit().orElse(Defaults.OUTPUT_TIMEUNIT).name())
                .threads(threads)
                .forks(entry.getForks().orElse(Defaults.MEASUREMENT_FORKS))
                .warmupForks(entry.getWarmupForks().orElse(Defaults.WARMUP_FORKS))
                .warmup(new IterationPlan(
                        entry.getWarmupIterations()
                                .orElse(single ? Defaults.WARMUP_ITERATIONS_SINGLESHOT : Defaults.WARMUP_ITERATIONS),
                        single ? Duration.ZERO : time(entry.getWarmupTime().orElse(Defaults.WARMUP_TIME)),
                        entry.getWarmupBatchSize().orElse(Defaults.WARMUP_BATCHSIZE)))
                .measurement(new IterationPlan(
                        entry.getMeasurementIterations()
                                .orElse(
                                        single
                                                ? Defaults.MEASUREMENT_ITERATIONS_SINGLESHOT
                                                : Defaults.MEASUREMENT_ITERATIONS),
                        single ? Duration.ZERO : time(entry.getMeasurementTime().orElse(Defaults.MEASUREMENT_TIME)),
                        entry.getMeasurementBatchSize().orElse(Defaults.MEASUREMENT_BATCHSIZE)))
                .operationsPerInvocation(entry.getOperationsPerInvocation().orElse(Defaults.OPS_PER_INVOCATION))
                .timeout(time(entry.getTimeout().orElse(Defaults.TIMEOUT)))
                .jvm(Optional.ofNullable(entry.getJvm().orElse(null)))
                .jvmArgs(jvmArgs)
                .profilers(List.of("gc"))
                .build();
    }

    private static Collection<String> orEmpty(org.openjdk.jmh.util.Optional<Collection<String>> arguments) {
        return arguments.orElse(List.of());
    }

    private static Duration time(TimeValue value) {
        return Duration.ofNanos(value.convertTo(TimeUnit.NANOSECONDS));
    }

    private static List<PlannedCase> of(BenchmarkListEntry entry, List<PlannedCase> cases) {
        return cases.stream()
                .filter(planned -> planned.id().benchmark().equals(entry.getUsername()))
                .filter(planned ->
                        planned.plan().mode().label().equals(entry.getMode().shortLabel()))
                .toList();
    }

    private static List<BenchmarkListEntry> entries(Class<?> fixture) {
        return ALL.stream()
                .filter(entry -> entry.getUserClassQName().equals(fixture.getCanonicalName()))
                .flatMap(entry -> modes(entry).map(entry::cloneWith))
                .toList();
    }

    /** JMH expands "all" only at run time. */
    private static Stream<Mode> modes(BenchmarkListEntry entry) {
        return entry.getMode() == Mode.All
                ? Arrays.stream(Mode.values()).filter(mode -> mode != Mode.All)
                : Stream.of(entry.getMode());
    }

    private static List<PlannedCase> cases(Class<?> fixture) {
        return new CaseResolver(Settings.resolve(List.of())).cases(BenchmarkClass.of(fixture));
    }

    /** JMH joins the names of nested classes with dots. */
    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, AgreesWithJmhTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            int dot = name.lastIndexOf('.');
            if (dot < 0) {
                throw new AssertionError("META-INF/BenchmarkList names a missing class", e);
            }
            return load(name.substring(0, dot) + "$" + name.substring(dot + 1));
        }
    }
}
