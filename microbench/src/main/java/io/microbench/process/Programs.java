// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds programs, whose files have other names on Windows. */
public final class Programs {

    static final Path SHELL = Path.of("/bin/sh");

    public static final boolean WINDOWS = File.separatorChar == '\\';
    private static final String EXE = ".exe";

    private Programs() {}

    /** Returns a program of the running JDK, such as {@code java}. */
    public static String ofJdk(String name) {
        return ofJdk(Path.of(System.getProperty("java.home")), name).toString();
    }

    static Path ofJdk(Path home, String name) {
        Path exe = home.resolve("bin").resolve(name + EXE);
        return Files.exists(exe) ? exe : exe.resolveSibling(name);
    }

    /** Returns the first executable file of a program in the folders of a {@code PATH}. */
    public static Optional<Path> onPath(String path, String name) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> List.of(Path.of(folder, name), Path.of(folder, name + EXE)).stream())
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** Returns the name of a script that exists for each system, such as {@code mvnw}. */
    public static String script(String name, boolean windows) {
        return windows ? name + ".cmd" : name;
    }

    /** Returns the command that lets the system's shell run a line. */
    public static List<String> shell(String line, boolean windows) {
        return windows ? List.of("cmd.exe", "/d", "/c", line) : List.of(SHELL.toString(), "-c", line);
    }
}
