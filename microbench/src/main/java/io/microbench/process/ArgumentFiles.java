// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import io.microbench.text.Redaction;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Passes arguments to a JVM in files that only their owner may read: a command line is visible to every user of the machine, and
 * an argument may contain a password. A class path is always passed in a file: Linux limits an argument to 128 KiB, Windows a
 * whole command line to 32 KiB.
 *
 * <p>The files are argument files of the {@code java} command, which reads them when it starts. They are in a folder of
 * {@link TemporaryFolders}, so that the next run removes files of a host that was killed before its JVM had read them.
 */
public final class ArgumentFiles implements AutoCloseable {

    /** The argument after which the {@code java} command does not read argument files. */
    private static final String SWITCHED_OFF = "--disable-@files";

    private static final String CLASS_PATH = "-cp";

    private static final String SUFFIX = ".arguments";

    private final List<String> arguments;
    private final Optional<Path> folder;

    private ArgumentFiles(List<String> arguments, Optional<Path> folder) {
        this.arguments = List.copyOf(arguments);
        this.folder = folder;
    }

    /** Writes arguments of a JVM to one file. */
    public static ArgumentFiles of(List<String> arguments) throws IOException {
        Path folder = TemporaryFolders.create();
        return new ArgumentFiles(List.of(written(folder, arguments)), Optional.of(folder));
    }

    /** Returns whether the {@code java} command reads argument files when given these arguments. */
    public static boolean areRead(List<String> arguments) {
        return !arguments.contains(SWITCHED_OFF);
    }

    /**
     * Moves each option of a command with a secret, and its class path, to a file. Other options and the order do not change.
     *
     * @param command a command with its options, or only the options
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

    /** Writes arguments to a file, and returns the argument that refers to it. */
    private static String written(Path folder, List<String> arguments) throws IOException {
        // As with the folder, only its owner may read the file. The path is absolute, because the JVM may have another
        // working directory.
        Path file = Files.createTempFile(folder, "", SUFFIX).toAbsolutePath();
        // File and folder are also deleted if this JVM ends before the other one has read the file. The JVM deletes in
        // reverse order, so the file comes first.
        folder.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        String lines = arguments.stream().map(ArgumentFiles::quoted).collect(Collectors.joining("\n"));
        // This is the encoding in which the java command reads its arguments.
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

    public List<String> arguments() {
        return arguments;
    }

    /** Returns the folder of the files that were written; empty if there are none. */
    public Optional<Path> folder() {
        return folder;
    }

    /** Returns the written files; the JVM that reads them deletes them. */
    public List<String> files() {
        return arguments.stream()
                .filter(argument -> folder.isPresent() && argument.startsWith("@"))
                .map(argument -> argument.substring(1))
                .toList();
    }

    /**
     * Deletes the argument files of this JVM, and their folder, because the JVM that wrote them may be killed before it
     * can.
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
                    // The next run removes the folder, and other users cannot read it.
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
