// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.result.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * Determines the version of the harness.
 *
 * <p>From a file beside this class, not from the manifest of its jar: in the reactor there is no jar, and a benchmark
 * jar with everything in it has the manifest of the suite.
 */
final class HarnessVersion {

    private static final String FILE = "harness.properties";

    private HarnessVersion() {}

    static String text() {
        Properties properties = new Properties();
        try (InputStream in = HarnessVersion.class.getResourceAsStream(FILE)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            // The version is unknown.
        }
        return properties.getProperty("version", Environment.UNKNOWN);
    }
}
