// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.GoneProcess;
import io.microbench.run.JavaChild;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ArgumentFilesTest {

    private static final String CANARY = "canary \"7\" \\ 'x' #y;z";

    private static final String PATH = System.getProperty("java.class.path");

    @TempDir
    Path folder;

    /** Prints a property and waits for input. */
    static final class Printer {

        private Printer() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println(System.getProperty("db.secret"));
            System.in.read();
        }
    }

    /** Writes its command line as seen by other users, and a property, to the answer file. */
    static final class Answerer {

        private Answerer() {}

        public static void main(String[] files) throws IOException {
            String shown = Files.readString(Path.of("/proc/self/cmdline")).replace('\0', ' ');
            Files.write(Path.of(files[1]), List.of(shown, System.getProperty("db.secret")));
        }
    }

    /** Writes files for a JVM that never reads them, and waits until it is asked to exit. */
    static final class Writer {

        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println(ArgumentFiles.of(List.of("-Ddb.secret=" + CANARY, "-cp", PATH))
                    .files());
            System.in.read();
        }
    }

    @Test
    void deletesUnreadFilesWhenWriterIsAskedToEnd() throws IOException, InterruptedException {
        try (JavaChild writer = JavaChild.start(Writer.class, folder)) {
            writer.awaitLine(line -> line.contains(folder + "/microbench-"));

            writer.signal("TERM");

            assertThat(writer.awaitEnd()).isEqualTo(143);
            assertThat(folder).isEmptyDirectory();
        }
    }

    private static List<String> java(List<String> arguments, Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    private static Path fileOf(String argument) {
        assertThat(argument).startsWith("@");
        return Path.of(argument.substring(1));
    }

    @Test
    void passesPropertyWithoutShowingItOnCommandLine() throws IOException {
        try (ArgumentFiles files = ArgumentFiles.of(List.of("-Ddb.secret=" + CANARY, "-cp", PATH))) {
            Path path = fileOf(files.arguments().get(0));
            assertThat(files.files()).containsExactly(path.toString());
            assertThat(Files.getPosixFilePermissions(path))
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            Process process = new ProcessBuilder(java(files.arguments(), Printer.class)).start();
            try {
                assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                        .isEqualTo(CANARY);
                assertThat(Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")))
                        .contains(Printer.class.getName())
                        .doesNotContain("canary");
            } finally {
                process.destroyForcibly();
            }
            files.close();
            assertThat(path.getParent()).doesNotExist();
        }
    }

    @Test
    void hidesSecretAmongOtherArguments() throws IOException {
        List<String> command = List.of(
                "java",
                "-Xmx1g",
                "-Ddb.secret=" + CANARY,
                "-Dsize=1",
                "-javaagent:a.jar=token=t",
                "-cp",
                "secret=s",
                "Main");
        try (ArgumentFiles files = ArgumentFiles.hiding(command)) {
            List<String> hidden = files.arguments();
            assertThat(hidden).hasSameSizeAs(command);
            assertThat(List.of(hidden.get(0), hidden.get(1), hidden.get(3), hidden.get(5), hidden.get(7)))
                    .containsExactly("java", "-Xmx1g", "-Dsize=1", "-cp", "Main");
            assertThat(Files.readString(fileOf(hidden.get(6)))).isEqualTo("\"secret=s\"");
            assertThat(Files.readString(fileOf(hidden.get(2)))).contains("-Ddb.secret=canary");
            assertThat(Files.readString(fileOf(hidden.get(4)))).contains("-javaagent:a.jar=token=t");
        }
    }

    @Test
    void passesSecretByFileToQueriedJvm() throws Exception {
        List<String> answers = CheckJvm.ask(
                java(List.of("-Ddb.secret=" + CANARY), Answerer.class),
                List.of(),
                folder,
                () -> false,
                Duration.ofMinutes(1));

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0)).contains(Answerer.class.getName()).doesNotContain("canary");
        assertThat(answers.get(1)).isEqualTo(CANARY);
    }

    /** 1,300 jars with long names: more than Linux accepts as one argument, and Windows as a command line. */
    @Test
    void acceptsClassPathLongerThanCommandLine() throws Exception {
        String jars = IntStream.range(0, 1300)
                .mapToObj(i -> File.pathSeparator + folder.resolve("repository " + i + "x".repeat(200) + ".jar"))
                .collect(Collectors.joining());
        List<String> command = new ArrayList<>(java(List.of("-Ddb.secret=" + CANARY), Printer.class));
        command.set(command.indexOf("-cp") + 1, PATH + jars);

        try (ArgumentFiles files = ArgumentFiles.hiding(command)) {
            Process process = new ProcessBuilder(files.arguments()).start();
            try {
                assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                        .isEqualTo(CANARY);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void createsNoFileWithoutSecrets() throws IOException {
        try (ArgumentFiles plain = ArgumentFiles.hiding(List.of("-Dsize=1", "@own"));
                ArgumentFiles off = ArgumentFiles.hiding(List.of("--disable-@files", "-Ddb.secret=x"))) {
            assertThat(plain.arguments()).containsExactly("-Dsize=1", "@own");
            assertThat(plain.files()).isEmpty();
            assertThat(off.arguments()).containsExactly("--disable-@files", "-Ddb.secret=x");
        }
    }

    @Test
    void isDeletedByJvmThatReadsIt() throws IOException {
        try (ArgumentFiles files = ArgumentFiles.of(List.of("-Da=b", "-cp", PATH))) {
            Path own = fileOf(files.arguments().get(0));
            Path other = Files.createFile(folder.resolve("other.txt"));

            ArgumentFiles.delete(own.toString(), other.toString());

            assertThat(own.getParent()).doesNotExist();
            assertThat(other).exists();
        }
    }

    @Test
    void removesFilesOfKilledRun() throws Exception {
        Path left = Files.createTempDirectory("microbench-" + GoneProcess.pid() + "-");
        Files.createTempFile(left, "", ".arguments");

        ArgumentFiles.of(List.of("-Da=b", "-cp", PATH)).close();

        assertThat(left).doesNotExist();
    }
}
