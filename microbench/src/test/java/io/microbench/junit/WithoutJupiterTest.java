/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.microbench.discovery.Features;
import java.io.IOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Loads the engine again where there is no Jupiter. */
class WithoutJupiterTest {

    /** Runs inside the other class loader. */
    public static final class Probe implements Supplier<List<String>> {

        @Override
        public List<String> get() {
            FakeRun run = new FakeRun();
            Kit.engine(run, selectClass(NamedFixture.class))
                    .execute()
                    .testEvents()
                    .assertStatistics(stats -> stats.succeeded(4));
            List<String> seen = new ArrayList<>(run.calls);
            seen.add(Features.available().getClass().isInstance(Features.NONE) ? "no features" : "features");
            return seen;
        }
    }

    @Test
    void theEngineDoesItsWorkAndIgnoresJupitersAnnotations() throws ReflectiveOperationException, IOException {
        try (URLClassLoader loader = Reloaded.without("junit-jupiter", List.of())) {
            assertThatThrownBy(() -> loader.loadClass(Test.class.getName())).isInstanceOf(ClassNotFoundException.class);

            Supplier<?> probe = (Supplier<?>)
                    loader.loadClass(Probe.class.getName()).getConstructor().newInstance();

            assertThat(probe.get())
                    .isEqualTo(List.of(
                            "open",
                            "run decode:size=1024,threads=1",
                            "run decode:size=16,threads=1",
                            "run encode:size=1024,threads=1",
                            "run encode:size=16,threads=1",
                            "close",
                            "no features"));
        }
    }
}
