// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A place that settings come from.
 *
 * @param label its name in messages, {@code system property}
 * @param values the values that are set here, by name
 */
public record SettingSource(String label, Map<String, String> values) {

    /** Name of the file on the class path. */
    public static final String FILE = "microbench.properties";

    /** The label of system properties. */
    public static final String SYSTEM = "system property";

    /** The label of system properties in a run of the command, which sets them from its options. */
    public static final String COMMAND_LINE = "command line";

    /** The system property with the command that runs this class path, for the record: {@code microbench run b.jar}. */
    public static final String COMMAND = "microbench-cli.command";

    public SettingSource {
        values = Map.copyOf(values);
    }

    /** Returns the system properties as they are now. */
    public static SettingSource systemProperties() {
        return of(System.getProperties());
    }

    static SettingSource of(Properties system) {
        return new SettingSource(system.containsKey(COMMAND) ? COMMAND_LINE : SYSTEM, texts(system));
    }

    /** Returns whether the command runs in this JVM or has started it. */
    public static boolean isOfCommand() {
        return System.getProperty(COMMAND) != null;
    }

    /**
     * Returns the settings of {@value #FILE}, the first one on the class path; an empty source if there is none.
     *
     * @throws ConfigurationException if the file exists but cannot be read
     */
    public static SettingSource file(ClassLoader loader) {
        Properties properties = new Properties();
        try (InputStream in = loader.getResourceAsStream(FILE)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigurationException(FILE + " on the class path cannot be read: " + e.getMessage());
        }
        return new SettingSource(FILE, texts(properties));
    }

    private static Map<String, String> texts(Properties properties) {
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> properties.getProperty(name, "")));
    }
}
