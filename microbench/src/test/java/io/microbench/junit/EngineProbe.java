// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.microbench.conditions.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.platform.engine.TestEngine;

/** Runs the engine inside another class loader, and returns its calls and the JUnit features found there. */
public final class EngineProbe implements Supplier<List<String>> {

    @Override
    public List<String> get() {
        FakeRun run = new FakeRun();
        Kit.engine(run, selectClass(NamedFixture.class))
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(4));
        List<String> seen = new ArrayList<>(run.calls);
        seen.add(Features.available().getClass().isInstance(Features.NONE) ? "no features" : "features");
        seen.add(String.valueOf(TestEngine.class.getPackage().getImplementationVersion()));
        return seen;
    }

    /** Returns the result of the probe in the given loader. */
    static List<?> in(ClassLoader loader) throws ReflectiveOperationException {
        Supplier<?> probe = (Supplier<?>)
                loader.loadClass(EngineProbe.class.getName()).getConstructor().newInstance();
        return (List<?>) probe.get();
    }
}
