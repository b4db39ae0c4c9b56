// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * Determines JMH's blackhole mode, which JMH prints but does not publish.
 *
 * <p>JMH 1.37 starts two JVMs before the first fork of a host, to find out whether the JVM supports compiler
 * blackholes. HotSpot has supported them since JDK 17 (JDK-8259316). If nothing in the environment can interfere, the
 * mode is set without starting these JVMs.
 */
final class Blackholes {

    private static final String PREFIX = "# Blackhole mode: ";

    /** The method that prints the mode: in JMH 1.37 and newer, and in older versions. */
    private static final List<String> PRINTS = List.of("printHints", "printBlackhole");

    /** The only mode of older versions of JMH, as newer versions name it. */
    private static final String ONLY_MODE = "full + dont-inline hint";

    static final String IN_PROCESS = "full (inside the host)";

    private static final int FIRST_WITH_COMMAND = 17;

    /** The newest JDK known to support compiler blackholes; on newer ones JMH detects the mode itself. */
    private static final int LAST_KNOWN = 25;

    private Blackholes() {}

    /** Sets the mode that JMH would detect, if known; called before JMH needs it. */
    static void preset() {
        if (isKnown(Runtime.version().feature(), System.getProperties(), System.getenv())) {
            try {
                // JMH has no setting for its own fields.
                assign("blackholeSelect", "AUTO");
                // JMH reads only this field to check whether both are set.
                assign("blackholeMode", "COMPILER");
            } catch (ReflectiveOperationException | RuntimeException e) {
                // This is another version of JMH, which detects the mode itself.
            }
        }
    }

    /**
     * Returns whether JMH is known to detect compiler blackholes.
     *
     * @param environment the host's environment variables, which may add JVM arguments that change what JMH detects
     */
    static boolean isKnown(int feature, Properties properties, Map<String, String> environment) {
        return feature >= FIRST_WITH_COMMAND
                && feature <= LAST_KNOWN
                && isHotSpot(properties)
                && Stream.of("mode", "autoDetect", "debug").noneMatch(p -> properties.containsKey("jmh.blackhole." + p))
                && Stream.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
                        .noneMatch(environment::containsKey);
    }

    static boolean isHotSpot(Properties properties) {
        String name = properties.getProperty("java.vm.name", "");
        return name.startsWith("OpenJDK") || name.startsWith("Java HotSpot");
    }

    private static void assign(String name, String value) throws ReflectiveOperationException {
        Field field = CompilerHints.class.getDeclaredField(name);
        field.setAccessible(true);
        if (field.get(null) == null) {
            for (Object constant : field.getType().getEnumConstants()) {
                if (constant.toString().equals(value)) {
                    field.set(null, constant);
                }
            }
        }
    }

    /** Returns the mode in JMH's words, {@code compiler (auto-detected, ...)}. */
    static String mode() {
        return mode(CompilerHints.class);
    }

    static String mode(Class<?> hints) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        for (String print : PRINTS) {
            try {
                hints.getMethod(print, PrintStream.class)
                        .invoke(null, new PrintStream(printed, true, StandardCharsets.UTF_8));
                break;
            } catch (ReflectiveOperationException e) {
                // This is another version of JMH.
            }
        }
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(PREFIX))
                .map(line -> line.substring(PREFIX.length()))
                .findFirst()
                .orElse(hasModes(hints) ? "N/A" : ONLY_MODE);
    }

    private static boolean hasModes(Class<?> hints) {
        return Arrays.stream(hints.getDeclaredFields())
                .anyMatch(field -> field.getName().startsWith("BLACKHOLE_"));
    }
}
