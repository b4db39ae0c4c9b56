/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.discovery.PlatformParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Asks the engine for all cases of some classes; there is no platform around it, and so no parameter is given. */
final class SuiteRequest implements EngineDiscoveryRequest {

    /** Settings come from system properties alone, so it names none; conditions find what a launcher would give them. */
    static final ConfigurationParameters NO_PARAMETERS = new ConfigurationParameters() {

        private final Function<String, Optional<String>> ofThisJvm = PlatformParameters.ofThisJvm();

        @Override
        public Optional<String> get(String key) {
            return ofThisJvm.apply(key);
        }

        @Override
        public Optional<Boolean> getBoolean(String key) {
            return get(key).map(Boolean::parseBoolean);
        }

        @Override
        public Set<String> keySet() {
            return Set.of();
        }
    };

    /** For tests that write files, which benchmarks are not. */
    static final OutputDirectoryCreator NO_DIRECTORIES = new OutputDirectoryCreator() {
        @Override
        public Path getRootDirectory() {
            return Path.of("").toAbsolutePath();
        }

        @Override
        public Path createOutputDirectory(TestDescriptor node) {
            throw new UnsupportedOperationException("A benchmark writes to the folder of its run.");
        }
    };

    private final List<DiscoverySelector> selectors;

    SuiteRequest(List<Class<?>> classes) {
        this.selectors = classes.stream()
                .<DiscoverySelector>map(DiscoverySelectors::selectClass)
                .toList();
    }

    @Override
    public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
        return selectors.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
        return List.of();
    }

    @Override
    public ConfigurationParameters getConfigurationParameters() {
        return NO_PARAMETERS;
    }
}
