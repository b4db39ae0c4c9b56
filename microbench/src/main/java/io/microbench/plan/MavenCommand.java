// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.SettingValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Finds the Maven command that runs the tests of one module: with the project's wrapper or without, and the module's name for {@code -pl}.
 *
 * <p>A run stores it among its settings, so that a report, wherever it is created, can show a command that runs a case again.
 */
public final class MavenCommand {

    public static final String NAME = "maven";

    /** The text before the name of the module in the command; omitted for the root of the build. */
    static final String OF_MODULE = " -pl ";

    /** The place where the command runs: the root of the build. */
    private static final String SOURCE = "build";

    private static final Pattern MODULE = Pattern.compile("<module>\\s*([^<]+?)\\s*</module>");
    private static final int MOST_LEVELS = 8;

    private MavenCommand() {}

    /** Returns the command without goals, for the root of the build; empty if the folder is not a module of Maven. */
    static Optional<SettingValue> of(Path module) {
        Path folder = module.toAbsolutePath().normalize();
        if (!Files.isRegularFile(folder.resolve("pom.xml"))) {
            return Optional.empty();
        }
        Path root = root(folder);
        StringBuilder command = new StringBuilder(Files.isRegularFile(root.resolve("mvnw")) ? "./mvnw" : "mvn");
        if (!root.equals(folder)) {
            String name = root.relativize(folder).toString().replace('\\', '/');
            // -am also builds the modules that this module depends on, which do not contain the test class.
            command.append(OF_MODULE).append(quote(name)).append(" -am -Dsurefire.failIfNoSpecifiedTests=false");
        }
        return Optional.of(new SettingValue(NAME, command.toString(), SOURCE));
    }

    /** Walks up while the parent folder declares the folder as its module. */
    private static Path root(Path folder) {
        Path root = folder;
        Path above = folder.getParent();
        for (int i = 0; i < MOST_LEVELS && above != null; i++, above = above.getParent()) {
            if (modules(above).contains(root)) {
                root = above;
            }
        }
        return root;
    }

    private static List<Path> modules(Path folder) {
        List<Path> modules = new ArrayList<>();
        try {
            String pom = new String(Files.readAllBytes(folder.resolve("pom.xml")), StandardCharsets.UTF_8);
            for (MatchResult module : MODULE.matcher(pom).results().toList()) {
                modules.add(folder.resolve(module.group(1)).normalize());
            }
        } catch (IOException | IllegalArgumentException e) {
            // This folder is not a build with modules.
        }
        return modules;
    }

    private static String quote(String argument) {
        return argument.matches("[\\w./@%+-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
