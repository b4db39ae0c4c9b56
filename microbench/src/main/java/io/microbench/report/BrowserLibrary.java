// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Collectors;

/** A browser library that Microbench's build copies next to the report template. */
record BrowserLibrary(String name) {

    private static final String PAGES = "io/microbench/report/html/";
    private static final String FOLDER = PAGES + "library/";

    String version() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(file("pom.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "");
    }

    String file(String file) {
        return resource(FOLDER + name + "/" + file);
    }

    static String pages(String... files) {
        return Arrays.stream(files).map(file -> resource(PAGES + file)).collect(Collectors.joining());
    }

    static String resource(String path) {
        try (InputStream stream = BrowserLibrary.class.getClassLoader().getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalStateException(
                        path + " is not on the class path. The HTML report needs it; it is part of"
                                + " the Microbench jar. In a checkout, run ./mvnw process-resources");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read from the class path", e);
        }
    }
}
