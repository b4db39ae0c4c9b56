// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.Baselines;
import io.microbench.judge.JudgeException;
import io.microbench.result.RunReader;
import io.microbench.result.UnreadableRunException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Gives invalid files to all commands that read a record. Each prints one line with file and position, exits with 2,
 * and writes nothing.
 */
@Tag("any-jdk")
class BadInputTest {

    @TempDir
    static Path folder;

    private static String good = "";

    @BeforeAll
    static void measure() throws IOException {
        good = steady(
                Files.readString(MeasuredComparison.in(folder.resolve("runs")).resolve("new/run.json")));
        record("good", good);
    }

    /** Scores may differ on a busy machine. */
    private static String steady(String record) {
        return Pattern.compile("(?<=\"score\" : \\[)[^]]*").matcher(record).replaceAll(scores -> scores.group()
                .replaceAll("[-0-9.E]+", "100.0"));
    }

    private static Path record(String name, String text) throws IOException {
        return Files.writeString(Files.createDirectories(folder.resolve(name)).resolve("run.json"), text);
    }

    private static String damaged(String kind) {
        return switch (kind) {
            case "truncated" -> good.substring(0, 1000);
            case "empty" -> "";
            case "foreign" -> "<html></html>";
            case "other JSON" -> "{\"a\": 1}";
            case "newer" -> good.replaceFirst("\"schemaVersion\" : [0-9]+", "\"schemaVersion\" : 99");
            case "unit" -> good.replace("ops/s", "apples");
            case "wrong unit" -> good.replace("\"ops/s\"", "\"ns/op\"");
            case "NaN" -> lastScore("\"NaN\"");
            case "twice" -> twice();
            case "run id" -> good.replaceFirst("\"id\" : \"[^\"]*\"", "\"id\" : \"-1\"");
            case "secondary" -> good.replaceFirst("\"secondary\" : \\{", "\"secondary\" : { \"x\" : null,");
            case "parameter" -> good.replaceFirst("\"parameters\" : \\{", "\"parameters\" : { \"size\" : null");
            case "long time" -> measurementTime("PT2562047788015215H30M7S");
            case "negative time" -> measurementTime("PT-1S");
            case "percentile" -> good.replaceFirst("\"warmup\" : 1,", "$0 \"percentiles\" : { \"half\" : 1.0 },");
            case "count" -> good.replaceFirst("\"warmup\" : 1,", "\"warmup\" : -1,");
            case "score" -> lastScore("1e308");
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static String lastScore(String score) {
        return good.replaceFirst("(\"score\" : \\[[^]]*?)[0-9.E]+\\]", "$1" + score + "]");
    }

    private static String measurementTime(String time) {
        return good.replaceFirst("(?s)(\"measurement\" : .*?\"time\" : )\"[^\"]*\"", "$1\"" + time + "\"");
    }

    private static String twice() {
        int cases = good.indexOf("\"cases\" : [") + "\"cases\" : [".length();
        // The last array is the dictionary of classes.
        int end = good.lastIndexOf(']', good.indexOf("\"classes\" : ["));
        return good.substring(0, end) + "," + good.substring(cases, end) + good.substring(end);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            truncated  | line
            empty      | : is empty
            foreign    | line 1 column 1: not a run record
            other JSON | : not a run record (/schemaVersion: there is no value)
            newer      | : schema version 99 was written by a newer Microbench
            unit       | : case io.microbench.cli.CountingFixture.count:threads=1: Unit apples of mode thrpt
            wrong unit | : case io.microbench.cli.CountingFixture.count:threads=1: Unit ns/op does not match mode thrpt
            twice      | : case io.microbench.cli.CountingFixture.count:threads=1 occurs twice
            run id     | (/id: "-1"; expected a string that matches
            secondary  | (/cases/0/secondary/x: there is no value)
            parameter  | (/cases/0/id/parameters/size: there is no value)
            long time  | (/cases/0/plan/measurement/time: "PT2562047788015215H30M7S"; expected a string like "PT1S" or "PT1H30M0.5S")
            negative time | (/cases/0/plan/measurement/time: "PT-1S"; expected a string like "PT1S" or "PT1H30M0.5S")
            percentile | (/cases/0/forks/0/iterations: the name "half"; expected a percentile like 99.9)
            count      | (/cases/0/forks/0/iterations: warmup is -1; expected 0 to 3)
            score      | (/cases/0/forks/0/iterations/score/2: 1e308; expected a number from -1.0E100 up to 1.0E100 or NaN, Infinity, -Infinity)
            """)
    void namesFileAndPosition(String kind, String message) throws IOException {
        Path file = record(kind.replace(' ', '-'), damaged(kind));

        assertRefused(file, message);
        assertThat(file).as("nothing is rewritten").hasContent(damaged(kind));

        Path baseline = Files.writeString(
                Files.createDirectories(folder.resolve("baselines")).resolve("stored.json"), damaged(kind));
        Baselines baselines = new Baselines(folder.resolve("baselines"));
        assertRefused(baseline, () -> baselines.find("stored"), message);
        assertRefused(baseline, () -> baselines.save("stored", RunReader.read(folder.resolve("good"))), message);
        assertThat(baseline).hasContent(damaged(kind));
    }

    /** Such runs exist: a division by zero yields a score that is not finite. */
    @Test
    void countsAndOmitsScoresThatAreNotFinite() throws IOException {
        Path file = record("not-finite", damaged("NaN"));
        TestConsole console = new TestConsole();

        int exit = console.run(
                "compare",
                // The run may have been measured on a busy machine.
                "--force",
                folder.resolve("good").toString(),
                file.resolveSibling("").toString());

        assertThat(exit).isZero();
        assertThat(console.out()).contains("1 of 6 measured scores is not finite and is left out");
    }

    @Test
    void rejectsAHugeFileWithoutReadingIt() throws IOException {
        Path file = record("huge", "");
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            // A sparse file, which takes no space on the disk.
            huge.setLength(9L << 30);
        }
        assertRefused(file, ": 9663676416 bytes; a run record has at most 8589934592");
        Files.delete(file);
    }

    private static void assertRefused(Path file, String message) {
        String bad = file.resolveSibling("").toString();
        String sound = folder.resolve("good").toString();
        Path history = folder.resolve("history");
        for (String[] arguments : new String[][] {
            {"compare", sound, bad},
            {"compare", bad, sound},
            {"report", bad},
            {"history", "add", history.toString(), sound, bad}
        }) {
            TestConsole console = new TestConsole();
            assertThat(console.run(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
            assertThat(console.errors())
                    .singleElement()
                    .asString()
                    .startsWith("microbench: " + file)
                    .contains(message)
                    .doesNotContain("REDACTED");
            assertThat(console.out()).isEmpty();
        }
        assertThat(history).as("the sound run beside it is not added either").doesNotExist();
    }

    private interface Action {
        void run();
    }

    private static void assertRefused(Path file, Action action, String message) {
        Assertions.assertThatThrownBy(action::run)
                .isInstanceOfAny(UnreadableRunException.class, JudgeException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }
}
