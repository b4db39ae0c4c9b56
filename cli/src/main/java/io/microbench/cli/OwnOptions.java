// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the variable {@value #VARIABLE}, from which the launcher takes options of the command's own JVM. */
final class OwnOptions {

    private static final String VARIABLE = "MICROBENCH_OPTS";

    private static final String DEFINITION = "-D";

    private OwnOptions() {}

    /**
     * Returns the system properties in the variable: JVMs that the command starts for a suite get them too, as the harness in them reads
     * such properties as {@code jmh.ignoreLock}.
     */
    static Map<String, String> properties() {
        return properties(System.getenv());
    }

    static Map<String, String> properties(Map<String, String> environment) {
        Map<String, String> properties = new LinkedHashMap<>();
        // The launcher also splits the value at blanks, and does not read quotes.
        for (String word : environment.getOrDefault(VARIABLE, "").strip().split("\\s+", -1)) {
            if (word.startsWith(DEFINITION)) {
                String[] parts = word.substring(DEFINITION.length()).split("=", 2);
                properties.put(parts[0], parts.length == 1 ? "" : parts[1]);
            }
        }
        return properties;
    }
}
