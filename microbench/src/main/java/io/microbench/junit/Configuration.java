// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * The settings of one discovery and the run that follows.
 *
 * @param settings the given settings
 * @param problems messages about invalid settings
 * @param parameters JUnit's configuration parameters, for conditions that use them
 * @param test the value of Maven's {@code -Dtest}, which names classes and methods; empty if not given
 */
record Configuration(
        Settings settings, List<String> problems, ConfigurationParameters parameters, Optional<String> test) {

    private static final String TEST = "test";

    Configuration {
        problems = List.copyOf(problems);
    }

    /** Reads system properties, configuration parameters and the file on the class path, in this order. */
    static Configuration of(ConfigurationParameters parameters) {
        List<SettingSource> sources = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        sources.add(SettingSource.systemProperties());
        sources.add(source(parameters));
        try {
            sources.add(SettingSource.file(classLoader()));
        } catch (ConfigurationException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        Settings settings = Settings.resolve(sources);
        problems.addAll(settings.problems());
        return new Configuration(settings, problems, parameters, Optional.ofNullable(System.getProperty(TEST)));
    }

    /** Returns a source with only the names of the parameters: for others, JUnit would read the system properties. */
    static SettingSource source(ConfigurationParameters parameters) {
        Map<String, String> values = new HashMap<>();
        parameters.keySet().forEach(name -> parameters.get(name).ifPresent(value -> values.put(name, value)));
        return new SettingSource("configuration parameter", values);
    }

    private static ClassLoader classLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? ClassLoader.getSystemClassLoader() : context;
    }
}
