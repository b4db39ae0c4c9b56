// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes a JDK by the file {@code release} in its folder.
 *
 * @param file the file
 * @param feature the feature release, such as 17
 * @param runtimeVersion the version with its build; empty if the file does not have it
 */
public record JdkRelease(Path file, int feature, String runtimeVersion) {

    private static final Pattern FEATURE = Pattern.compile("\"?(\\d+).*");

    /** Reads the file for a java command; empty if there is none, as for a command on the path. */
    public static Optional<JdkRelease> of(Path java) {
        try {
            Path file =
                    java.toRealPath().resolveSibling("..").resolve("release").normalize();
            Properties properties = new Properties();
            try (InputStream in = Files.newInputStream(file)) {
                properties.load(in);
            }
            Matcher version = FEATURE.matcher(properties.getProperty("JAVA_VERSION", ""));
            return version.matches()
                    ? Optional.of(new JdkRelease(
                            file,
                            Integer.parseInt(version.group(1)),
                            properties.getProperty("JAVA_RUNTIME_VERSION", "")))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
