// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.PlatformParameters;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Requests all cases of some classes from the engine, without a platform and so without parameters. */
final class SuiteRequest implements EngineDiscoveryRequest {

    private static final ConfigurationParameters NO_PARAMETERS = new NoParameters();

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

    /** Lists no parameters, as settings come from system properties alone; conditions get the values of a launcher. */
    private static final class NoParameters implements ConfigurationParameters {

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
    }
}
