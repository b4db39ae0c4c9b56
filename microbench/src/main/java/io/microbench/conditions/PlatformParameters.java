// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/**
 * Finds configuration parameters without a JUnit Platform, in the sources of its launcher: system properties, then
 * {@code junit-platform.properties} on the class path.
 */
public final class PlatformParameters {

    private static final String FILE = "junit-platform.properties";

    private PlatformParameters() {}

    /**
     * Returns the parameters of this JVM by their names.
     *
     * @throws UncheckedIOException if the file exists but cannot be read
     */
    public static Function<String, Optional<String>> ofThisJvm() {
        return of(PlatformParameters.class.getClassLoader());
    }

    static Function<String, Optional<String>> of(ClassLoader loader) {
        Properties file = new Properties();
        URL found = loader.getResource(FILE);
        if (found != null) {
            try (InputStream in = found.openStream()) {
                file.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(found + " cannot be read", e);
            }
        }
        return name ->
                Optional.ofNullable(System.getProperty(name)).or(() -> Optional.ofNullable(file.getProperty(name)));
    }
}
