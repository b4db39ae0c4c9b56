// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.plan.Plan;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;

/**
 * Runs JMH benchmarks as tests, each case as a separate test.
 *
 * <p>A class with {@code @Benchmark} methods is a container, every combination of method, parameters, thread count and mode a
 * test below it. Their unique ids are the same in every run:
 * {@code [engine:microbench]/[class:p.C]/[case:method:size=1024,threads=1]}.
 *
 * <p>Discovery only reads annotations and settings. It does not initialize a benchmark class, prints nothing and does not
 * fail: problems are reported when the tests run, by these tests, and never by those of another engine.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class MicrobenchTestEngine implements TestEngine {

    public static final String ID = "microbench";

    private final Function<ConfigurationParameters, Configuration> configurations;
    private final Function<Plan, EngineRun> runs;

    /** Called by the JUnit Platform. */
    public MicrobenchTestEngine() {
        this(Configuration::of, EngineRun::open);
    }

    MicrobenchTestEngine(
            Function<ConfigurationParameters, Configuration> configurations, Function<Plan, EngineRun> runs) {
        this.configurations = configurations;
        this.runs = runs;
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public Optional<String> getGroupId() {
        return Optional.of("io.microbench");
    }

    @Override
    public Optional<String> getArtifactId() {
        return Optional.of("microbench");
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId uniqueId) {
        EngineNode engine = new EngineNode(
                uniqueId, configurations.apply(request.getConfigurationParameters()), MethodFilters.of(request));
        BenchmarkSelectorResolver resolver = new BenchmarkSelectorResolver(engine);
        EngineDiscoveryRequestResolver.<EngineNode>builder()
                .addClassContainerSelectorResolver(resolver::isBenchmarkClass)
                .addSelectorResolver(resolver)
                .build()
                .resolve(request, engine);
        engine.sortChildren();
        engine.keepEmptiedClasses();
        engine.keepShard();
        return engine;
    }

    @Override
    public void execute(ExecutionRequest request) {
        execute(request.getRootTestDescriptor(), request.getEngineExecutionListener(), Cancellation.of(request));
    }

    /** Runs the tests that {@link #discover} returned, with or without a JUnit Platform. */
    void execute(TestDescriptor root, EngineExecutionListener listener, Cancellation cancellation) {
        new Execution((EngineNode) root, listener, cancellation, runs).run();
    }
}
