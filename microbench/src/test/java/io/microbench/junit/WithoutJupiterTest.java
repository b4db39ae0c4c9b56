/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.microbench.discovery.Features;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
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
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
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

    private static URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        StringTokenizer entries = new StringTokenizer(System.getProperty("java.class.path"), File.pathSeparator);
        while (entries.hasMoreTokens()) {
            Path entry = Path.of(entries.nextToken());
            if (!entry.getFileName().toString().startsWith("junit-jupiter")) {
                urls.add(entry.toUri().toURL());
            }
        }
        return urls.toArray(new URL[0]);
    }
}
