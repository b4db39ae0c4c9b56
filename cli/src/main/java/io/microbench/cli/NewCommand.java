// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Makes a Maven project with one benchmark and Maven's wrapper in a new or empty folder.")
final class NewCommand implements Callable<Integer> {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final String DEFAULT_NAME = "benchmarks";

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FOLDER", description = "The folder of the project; it is empty or does not exist yet.")
    private Path folder = Path.of("");

    @Option(names = "--group", paramLabel = "ID", description = "Maven's group id. Default: com.acme.")
    private String group = "com.acme";

    @Option(names = "--name", paramLabel = "ID", description = "Maven's artifact id. Default: the name of the folder.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--package", paramLabel = "NAME", description = "Package of the benchmark. Default: the group id.")
    private Optional<String> packageName = Optional.empty();

    NewCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        String artifact = name.orElseGet(this::nameOfFolder);
        String ofClass = packageName.orElseGet(() -> group.replace('-', '_'));
        check("--group", group, IDENTIFIER.matcher(group).matches(), "letters, digits, dots, dashes and underscores");
        check(
                "--name",
                artifact,
                IDENTIFIER.matcher(artifact).matches(),
                "letters, digits, dots, dashes and underscores");
        check("--package", ofClass, SourceVersion.isName(ofClass), "the name of a Java package, such as com.acme");
        try {
            if (Files.exists(folder) && !isEmptyFolder()) {
                throw new ParameterException(
                        spec.commandLine(),
                        folder + " exists and is not an empty folder. Name one that is empty or does not exist yet");
            }
            new ProjectTemplate(group, artifact, ofClass).write(folder);
            console.out()
                    .print(String.join(
                            System.lineSeparator(),
                            "Made " + folder + ". It needs io.microbench:microbench:" + ProjectTemplate.version()
                                    + ", which ./mvnw install of Microbench puts into Maven's local repository.",
                            "Run its benchmark there with: ./mvnw test -Dtest=" + ProjectTemplate.BENCHMARK,
                            ""));
            return ExitCode.FINE;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + folder + " (" + e + ")", e);
        }
    }

    private boolean isEmptyFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** Returns the folder's name, with a dash in place of characters that Maven does not accept. */
    private String nameOfFolder() {
        Path last = folder.toAbsolutePath().normalize().getFileName();
        String text = last == null ? "" : last.toString().toLowerCase(Locale.ROOT);
        String accepted = text.replaceAll("[^a-z0-9_.]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        return accepted.isEmpty() ? DEFAULT_NAME : accepted;
    }

    private void check(String option, String value, boolean good, String accepted) {
        if (!good) {
            throw new ParameterException(
                    spec.commandLine(), option + " " + value + " cannot be used: expected " + accepted);
        }
    }

    /** Holds the files of a Maven project with one benchmark; the page {@code first-benchmark.md} shows the same ones. */
    record ProjectTemplate(String group, String name, String packageName) {
        static final String BENCHMARK = "ChecksumBenchmark";

        private static final String WRAPPER = "mvnw";

        /** Returns each file's content by its path in the project, without the wrapper. */
        Map<String, String> files() throws IOException {
            Map<String, String> files = new LinkedHashMap<>();
            files.put("pom.xml", filled("pom.xml"));
            files.put(
                    "src/test/java/" + packageName.replace('.', '/') + "/" + BENCHMARK + ".java",
                    filled(BENCHMARK + ".java.txt"));
            files.put(".gitignore", read("gitignore"));
            return files;
        }

        static Map<String, String> wrapper() throws IOException {
            Map<String, String> files = new LinkedHashMap<>();
            for (String file : new String[] {WRAPPER, "mvnw.cmd", ".mvn/wrapper/maven-wrapper.properties"}) {
                files.put(file, read("wrapper/" + file));
            }
            return files;
        }

        void write(Path folder) throws IOException {
            Map<String, String> all = files();
            all.putAll(wrapper());
            for (Map.Entry<String, String> file : all.entrySet()) {
                Path path = folder.resolve(file.getKey());
                Path parent = path.getParent();
                Files.createDirectories(parent == null ? folder : parent);
                Files.writeString(path, file.getValue());
            }
            if (!folder.resolve(WRAPPER).toFile().setExecutable(true, false)) {
                throw new IOException("cannot make " + folder.resolve(WRAPPER) + " executable");
            }
        }

        static String version() throws IOException {
            return versions().getProperty("microbench");
        }

        private String filled(String resource) throws IOException {
            String text = read(resource)
                    .replace("@group@", group)
                    .replace("@name@", name)
                    .replace("@package@", packageName);
            Properties versions = versions();
            for (String key : versions.stringPropertyNames()) {
                text = text.replace("@" + key + "@", versions.getProperty(key));
            }
            return text;
        }

        private static Properties versions() throws IOException {
            Properties versions = new Properties();
            versions.load(new StringReader(read("versions.properties")));
            return versions;
        }

        private static String read(String resource) throws IOException {
            try (InputStream in = ProjectTemplate.class.getResourceAsStream("project/" + resource)) {
                if (in == null) {
                    throw new FileNotFoundException(
                            "project/" + resource + " beside " + ProjectTemplate.class.getName());
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }
}
