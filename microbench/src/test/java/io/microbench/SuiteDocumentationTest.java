// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that the Javadoc of every benchmark class of every suite has the parts that readers of its scores need.
 *
 * <p>The suites depend on this module, not vice versa, so this test reads their sources.
 */
class SuiteDocumentationTest {

    /** The question under which the page on suites lists the class, up to its question mark. */
    private static final String ANSWERS = "<p>Answers: (?<question>[^<?]+\\?)";

    private static final String COST =
            "<p>Cost: (?<cases>\\d+) cases? x (?<forks>\\d+) forks? x (?<seconds>[\\d.]+) s = (?<minutes>[\\d.]+) min\\.";

    /** Suites that are documented on other pages, in a different form. */
    private static final List<String> OTHER_SUITES = List.of("store", "transport");

    private static final List<String> SUITES_OF_THE_PAGE = List.of("buffer", "common");
    private static final String PAGE = "src/docs/suites.md";
    private static final String UPDATE = "microbench.updateDocs";

    /** Required parts of a benchmark's Javadoc, in this order; {@code %s} are the module and the class. */
    private static final List<String> SHAPE = List.of(
            "^Measures \\S",
            ANSWERS,
            "<p>Does not measure: \\S",
            COST,
            "<p>Covers: \\{@link \\S",
            "<p>Run: \\{@code \\./mvnw -pl %s -am -DskipTests=false -Dtest=%s test\\}");

    private static final String GOOD = """
            /** Some other comment. */
            import java.util.List;
            /**
             * Measures how fast a thing is, at
             * some length.
             *
             * <p>Answers: How fast is a
             * {@code Thing}?
             *
             * <p>Does not measure: anything else.
             *
             * <p>Cost: 24 cases x 2 forks x 4 s = 3.2 min.
             *
             * <p>Covers: {@link java.util.List}.
             *
             * <p>Run: {@code ./mvnw -pl things -am -DskipTests=false
             * -Dtest=ThingBenchmark test}
             */
            @State(Scope.Thread)
            public class ThingBenchmark {}
            """;

    @TestFactory
    Stream<DynamicTest> everyBenchmarkOfEverySuiteIsDocumented() {
        Path root = reactorRoot();
        return benchmarks(root).stream()
                .map(source -> dynamicTest(root.relativize(source).toString(), source.toUri(), () -> assertThat(
                                faults(Files.readString(source), module(root, source), className(source)))
                        .isEmpty()));
    }

    /** The suites of stores are on another page. */
    @Test
    void keepsPageOfSuitesInSyncWithJavadoc() throws IOException {
        Path root = reactorRoot();
        List<SuitePage.Row> rows = new ArrayList<>();
        for (Path source : benchmarks(root)) {
            if (SUITES_OF_THE_PAGE.contains(module(root, source))) {
                rows.add(row(Files.readString(source), module(root, source), className(source)));
            }
        }
        Path page = root.resolve(PAGE);
        String updated = SuitePage.updated(Files.readString(page), rows);
        if (Boolean.parseBoolean(System.getProperty(UPDATE))) {
            Files.writeString(page, updated);
        }

        List<String> lines = Files.readString(page).lines().toList();
        String advice =
                PAGE + " is not what the Javadoc of the benchmarks says; this writes it anew: ./mvnw -pl microbench"
                        + " -Dtest=SuiteDocumentationTest -D" + UPDATE + "=true test";
        // Lists lines first because the diff of two whole pages is unreadable.
        assertThat(updated.lines().filter(line -> !lines.contains(line)))
                .as(advice)
                .isEmpty();
        assertThat(lines.equals(updated.lines().toList())).as(advice).isTrue();
        // A table with damaged markers would stay unchanged.
        SUITES_OF_THE_PAGE.forEach(
                suite -> assertThat(updated).containsOnlyOnce("<!-- generated: " + suite + " -->\nEach by "));
    }

    @Test
    void readsRowFromJavadoc() {
        assertThat(row(GOOD, "things", "ThingBenchmark"))
                .isEqualTo(new SuitePage.Row("things", "ThingBenchmark", "How fast is a {@code Thing}?", 24, "3.2"));
        assertThatThrownBy(() -> row(GOOD.replace("Answers", "Asks"), "things", "ThingBenchmark"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("ThingBenchmark: its Javadoc has nothing like \"<p>Answers: ");
    }

    @Test
    void acceptsCompleteJavadoc() {
        assertThat(faults(GOOD, "things", "ThingBenchmark")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Measures how, Tells how",
        "Answers:, Asks:",
        "{@code Thing}?, {@code Thing}.",
        "Does not measure:, Ignores:",
        "<p>Does not measure:, Does not measure:",
        "24 cases x, cases x",
        "Covers:, About:",
        "{@link java.util.List}, the list",
        "-pl things, -pl others",
        "-DskipTests=false, -DskipTests=true",
        "-Dtest=Thing, -Dtest=Other",
    })
    void reportsEachMissingOrWrongPart(String part, String instead) {
        assertThat(GOOD).contains(part);

        assertThat(faults(GOOD.replace(part, instead), "things", "ThingBenchmark"))
                .hasSize(1);
    }

    @Test
    void namesMissingPattern() {
        assertThat(faults(GOOD.replace("Covers:", "About:"), "things", "ThingBenchmark"))
                .containsExactly(
                        "ThingBenchmark: its Javadoc has nothing like \"<p>Covers: \\{@link \\S\", or not after the part before");
    }

    @Test
    void reportsPartsInWrongOrder() {
        String swapped = GOOD.replace("Does not measure: anything else.", "Covers: {@link java.util.List}.")
                .replaceFirst("(?s)(Cost.*?)Covers: \\{@link java.util.List}\\.", "$1Does not measure: anything else.");

        assertThat(faults(swapped, "things", "ThingBenchmark")).isNotEmpty();
    }

    @Test
    void reportsWrongCostTotal() {
        assertThat(faults(GOOD.replace("3.2 min", "2.3 min"), "things", "ThingBenchmark"))
                .containsExactly("ThingBenchmark: 24 x 2 x 4.0 s are 3.2 min, not 2.3");
    }

    @Test
    void reportsMissingJavadoc() {
        assertThat(faults("public class ThingBenchmark {}", "things", "ThingBenchmark"))
                .containsExactly("ThingBenchmark: no Javadoc before the class");
        assertThat(faults(
                        "/** Not its own. */ class Other {} public class ThingBenchmark {}",
                        "things",
                        "ThingBenchmark"))
                .containsExactly("ThingBenchmark: no Javadoc before the class");
    }

    @Test
    void reportsMissingBenchmarks(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("things/src/test/java"));
        Files.createFile(root.resolve("things/pom.xml"));

        assertThatThrownBy(() -> benchmarks(root))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("benchmark classes in the modules under " + root);
    }

    @Test
    void checksOnlyBenchmarksOfSuites(@TempDir Path root) throws IOException {
        for (String file : List.of(
                "things/pom.xml",
                "things/src/test/java/a/ThingBenchmark.java",
                "things/src/test/java/a/ThingBenchmarkTest.java",
                "things/src/main/java/a/OtherBenchmark.java",
                "microbench/pom.xml",
                "microbench/src/test/java/a/FixtureBenchmark.java",
                "src/test/java/a/NoModuleBenchmark.java")) {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.createFile(path);
        }

        assertThat(benchmarks(root)).containsExactly(root.resolve("things/src/test/java/a/ThingBenchmark.java"));
    }

    private static SuitePage.Row row(String source, String module, String className) {
        assertThat(faults(source, module, className)).isEmpty();
        String text = javadoc(source, className).orElseThrow();
        Matcher question = Pattern.compile(ANSWERS).matcher(text);
        Matcher cost = Pattern.compile(COST).matcher(text);
        assertThat(question.find() && cost.find()).as(className).isTrue();
        return new SuitePage.Row(
                module,
                className,
                question.group("question"),
                Integer.parseInt(cost.group("cases")),
                cost.group("minutes"));
    }

    /** Returns the Javadoc of a class on one line. */
    private static Optional<String> javadoc(String source, String className) {
        return Pattern.compile(
                        "/\\*\\*((?:(?!\\*/).)*)\\*/(?:(?!/\\*\\*|(?<!\\.)\\bclass\\b).)*\\bclass " + className + "\\b",
                        Pattern.DOTALL)
                .matcher(source)
                .results()
                .findFirst()
                .map(found -> found.group(1)
                        .replaceAll("\\s*\\n\\s*\\* ?", " ")
                        .replaceAll("\\s+", " ")
                        .strip());
    }

    private static List<String> faults(String source, String module, String className) {
        String text = javadoc(source, className).orElse(null);
        if (text == null) {
            return List.of(className + ": no Javadoc before the class");
        }
        List<String> faults = new ArrayList<>();
        int from = 0;
        for (String shape : SHAPE) {
            if (shape.equals(ANSWERS) && OTHER_SUITES.contains(module)) {
                continue;
            }
            Matcher part =
                    Pattern.compile(String.format(shape, module, className)).matcher(text);
            if (!part.find(from)) {
                faults.add(className + ": its Javadoc has nothing like \"" + part.pattern()
                        + "\", or not after the part before");
                continue;
            }
            from = part.end();
            if (shape.equals(COST)) {
                faults.addAll(wrongProduct(part, className));
            }
        }
        return faults;
    }

    private static List<String> wrongProduct(Matcher cost, String className) {
        int cases = Integer.parseInt(cost.group("cases"));
        int forks = Integer.parseInt(cost.group("forks"));
        double seconds = Double.parseDouble(cost.group("seconds"));
        double minutes = Math.round(cases * forks * seconds / 6) / 10.0;
        return minutes == Double.parseDouble(cost.group("minutes"))
                ? List.of()
                : List.of(className + ": " + cases + " x " + forks + " x " + seconds + " s are " + minutes
                        + " min, not " + cost.group("minutes"));
    }

    /** Lists the sources of all benchmark classes of the sibling modules. */
    private static List<Path> benchmarks(Path root) {
        try (Stream<Path> folders = Files.list(root)) {
            List<Path> found = folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .filter(folder -> !folder.endsWith("microbench"))
                    .map(folder -> folder.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(folder -> walk(folder).stream())
                    .filter(file -> file.toString().endsWith("Benchmark.java"))
                    .sorted()
                    .toList();
            assertThat(found)
                    .as("benchmark classes in the modules under %s", root)
                    .isNotEmpty();
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path reactorRoot() {
        Path start = Path.of("").toAbsolutePath();
        return Stream.<Path>iterate(start, Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("mvnw")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no folder with mvnw at or above " + start));
    }

    private static String module(Path root, Path source) {
        return root.relativize(source).getName(0).toString();
    }

    private static String className(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
