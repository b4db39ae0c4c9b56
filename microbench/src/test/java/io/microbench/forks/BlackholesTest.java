// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.CompilerHints;

/** Tests which blackhole mode is detected, and when JMH's own detection is skipped. */
class BlackholesTest {

    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM, 17, true",
        "Java HotSpot(TM) 64-Bit Server VM, 25, true",
        "OpenJDK 64-Bit Server VM, 16, false",
        "OpenJDK 64-Bit Server VM, 26, false",
        "Eclipse OpenJ9 VM, 17, false"
    })
    void isKnownForTestedVersionsOfHotSpot(String vm, int feature, boolean known) {
        assertThat(Blackholes.isKnown(feature, named(vm), Map.of())).isEqualTo(known);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
    void isUnknownIfEnvironmentAddsArguments(String variable) {
        assertThat(Blackholes.isKnown(17, named("OpenJDK 64-Bit Server VM"), Map.of(variable, "-Xint")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode", "autoDetect", "debug"})
    void isUnknownIfPropertyConfiguresJmh(String property) {
        Properties properties = named("OpenJDK 64-Bit Server VM");
        properties.setProperty("jmh.blackhole." + property, "true");
        assertThat(Blackholes.isKnown(17, properties, Map.of())).isFalse();
    }

    @Test
    void matchesDetectionOfJmh() throws Exception {
        String own = modeIn(false);
        assertThat(own).startsWith("compiler (auto-detected");
        assertThat(modeIn(true)).isEqualTo(own);
    }

    /** API of JMH 1.33 to 1.36. */
    static final class Older {

        static final String BLACKHOLE_MODE_NAME = "jmh.blackhole.mode";

        private Older() {}

        public static void printBlackhole(PrintStream out) {
            out.println("# Blackhole mode: compiler (auto-detected)");
        }
    }

    /** API of JMH 1.23. */
    static final class Oldest {

        private Oldest() {}
    }

    @Test
    void readsModeFromEveryVersionOfJmhSince123() {
        assertThat(Blackholes.mode(CompilerHints.class)).isEqualTo(Blackholes.mode());
        assertThat(Blackholes.mode(Older.class)).isEqualTo("compiler (auto-detected)");
        assertThat(Blackholes.mode(Oldest.class)).isEqualTo("full + dont-inline hint");
    }

    private static Properties named(String vm) {
        Properties properties = new Properties();
        properties.setProperty("java.vm.name", vm);
        return properties;
    }

    private static String modeIn(boolean preset) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Mode.class.getName(), "" + preset));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment()
                .keySet()
                .removeIf(name -> name.endsWith("JAVA_OPTIONS") || name.equals("JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return printed.strip();
    }

    /** Prints the mode of a JVM that has not detected it before. */
    static final class Mode {

        private Mode() {}

        public static void main(String[] arguments) {
            if (Boolean.parseBoolean(arguments[0])) {
                Blackholes.preset();
                // If JMH tried to start a JVM, it would not find one.
                System.setProperty("java.home", "/nowhere");
            }
            System.out.println(Blackholes.mode());
        }
    }
}
