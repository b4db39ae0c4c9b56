// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import io.microbench.text.Redaction;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Hands arguments to a JVM in files that only their owner may read: a command line is shown to every user of the machine, and an
 * argument may hold a password. A class path always goes into one: Linux takes 128 KiB as an argument, Windows 32 KiB as a whole
 * command line.
 *
 * <p>The files are argument files of the {@code java} command, which reads them when it starts. They are in a folder of
 * {@link TemporaryFolders}, so that the next run removes those of a host that was killed before its JVM had read them.
 */
public final class ArgumentFiles implements AutoCloseable {

    /** After this word the {@code java} command takes an argument that begins with {@code @} as it is. */
    private static final String SWITCHED_OFF = "--disable-@files";

    private static final String CLASS_PATH = "-cp";

    private static final String SUFFIX = ".arguments";

    private final List<String> arguments;
    private final Optional<Path> folder;

    private ArgumentFiles(List<String> arguments, Optional<Path> folder) {
        this.arguments = List.copyOf(arguments);
        this.folder = folder;
    }

    /**
     * Writes definitions of system properties, and a class path with its option, to one file.
     *
     * @throws IOException if it cannot be written
     */
    public static ArgumentFiles of(Map<String, String> properties, String classPath) throws IOException {
        Path folder = TemporaryFolders.create();
        List<String> arguments = new ArrayList<>();
        properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
        arguments.addAll(List.of(CLASS_PATH, classPath));
        return new ArgumentFiles(List.of(written(folder, arguments)), Optional.of(folder));
    }

    /**
     * Writes a class path to a file, and returns what replaces it behind its option.
     *
     * @throws IOException if it cannot be written
     */
    public static ArgumentFiles ofClassPath(String classPath) throws IOException {
        Path folder = TemporaryFolders.create();
        return new ArgumentFiles(List.of(written(folder, List.of(classPath))), Optional.of(folder));
    }

    /** Returns whether the {@code java} command reads argument files with these arguments. */
    public static boolean areRead(List<String> arguments) {
        return !arguments.contains(SWITCHED_OFF);
    }

    /**
     * Moves each option of a command that holds a secret, and its class path, to a file. Other options and the order do not change.
     *
     * @param command a command with its options, or these alone
     * @throws IOException if a file cannot be written
     */
    public static ArgumentFiles hiding(List<String> command) throws IOException {
        int classPath = command.indexOf(CLASS_PATH) + 1;
        if (!areRead(command) || (classPath == 0 && command.stream().noneMatch(ArgumentFiles::isSecretOption))) {
            return new ArgumentFiles(command, Optional.empty());
        }
        Path folder = TemporaryFolders.create();
        List<String> hidden = new ArrayList<>();
        for (int i = 0; i < command.size(); i++) {
            String argument = command.get(i);
            boolean moved = (i > 0 && i == classPath) || isSecretOption(argument);
            hidden.add(moved ? written(folder, List.of(argument)) : argument);
        }
        return new ArgumentFiles(hidden, Optional.of(folder));
    }

    private static boolean isSecretOption(String argument) {
        return argument.startsWith("-") && Redaction.isSecretArgument(argument);
    }

    /** Returns the argument that stands for what was written. */
    private static String written(Path folder, List<String> arguments) throws IOException {
        // Its owner's alone, as is the folder. The JVM may have another working directory.
        Path file = Files.createTempFile(folder, "", SUFFIX).toAbsolutePath();
        // If this JVM is terminated before the other one has read them. They are deleted in reverse order.
        folder.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        String lines = arguments.stream().map(ArgumentFiles::quoted).collect(Collectors.joining("\n"));
        // The encoding in which the command reads its own arguments.
        Files.write(file, lines.getBytes(Charset.forName(System.getProperty("sun.jnu.encoding"))));
        return "@" + file;
    }

    private static String quoted(String argument) {
        return '"'
                + argument.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + '"';
    }

    /** Returns the arguments for the JVM. */
    public List<String> arguments() {
        return arguments;
    }

    /** Returns the folder of the files that were written; empty if there are none. */
    public Optional<Path> folder() {
        return folder;
    }

    /** Returns the files that were written, to be deleted by the JVM that has read them. */
    public List<String> files() {
        return arguments.stream()
                .filter(argument -> folder.isPresent() && argument.startsWith("@"))
                .map(argument -> argument.substring(1))
                .toList();
    }

    /**
     * Deletes files that this JVM was started with, and their folder: whoever wrote them may be killed before it can.
     *
     * @param files those of {@link #files}
     */
    public static void delete(String... files) {
        for (String name : files) {
            Path file = Path.of(name);
            Path folder = file.getParent();
            if (name.endsWith(SUFFIX) && folder != null) {
                try {
                    Files.deleteIfExists(file);
                    Files.deleteIfExists(folder);
                } catch (IOException e) {
                    // The next run removes it, and nobody else may read it.
                }
            }
        }
    }

    /** Deletes the files; the JVM must have started. */
    @Override
    public void close() {
        folder.ifPresent(TemporaryFolders::remove);
    }
}
