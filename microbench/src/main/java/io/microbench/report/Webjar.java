/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * A browser library on the class path, packed as a webjar of npm.
 *
 * @param name the library's name, {@code chart.js}
 * @param version the version that lies on the class path
 */
record Webjar(String name, String version) {

    /** Finds a library. */
    static Webjar find(String name) {
        Properties properties = new Properties();
        String coordinates = resource("META-INF/maven/org.webjars.npm/" + name + "/pom.properties");
        try {
            properties.load(new StringReader(coordinates));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Webjar(name, properties.getProperty("version", ""));
    }

    /** Returns the text of one of its files. */
    String file(String path) {
        return resource("META-INF/resources/webjars/" + name + "/" + version + "/" + path);
    }

    /** Returns the text of a resource on the class path. */
    static String resource(String path) {
        try (InputStream stream = Webjar.class.getClassLoader().getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalStateException(path + " is not on the class path; the HTML report is made of it."
                        + " Keep the dependencies of io.microbench:microbench together");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read from the class path", e);
        }
    }
}
