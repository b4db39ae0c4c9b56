// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

/** Explains a class path without a JUnit Platform. */
final class NoPlatform {

    /** The JUnit version that the harness is built with; a test compares the two. */
    static final String VERSION = "6.1.3";

    /** The message with the missing artifact and the lines to add. */
    static final String MESSAGE = """
            The class path has no JUnit Platform, which runs the benchmarks. The harness does not include JUnit, so that each \
            project can choose its version. Add it to the pom, in any version from 5.10 on:
            <dependency>
              <groupId>org.junit.jupiter</groupId>
              <artifactId>junit-jupiter</artifactId>
              <version>%s</version>
              <scope>test</scope>
            </dependency>
            """.formatted(VERSION);

    private NoPlatform() {}

    /** Returns whether a class loader has no JUnit Platform. */
    static boolean isMissing(ClassLoader loader) {
        try {
            Class.forName("org.junit.platform.engine.TestEngine", false, loader);
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }
}
