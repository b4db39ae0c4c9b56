// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.HistoryStore;
import io.microbench.result.Environment;
import io.microbench.result.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-jdk")
class HistoryCommandTest {

    private static final String CASE = "a.Codec.encode:threads=1";

    private static final Instant START = Instant.parse("2026-05-04T03:00:00Z");

    @TempDir
    Path folder;

    private final TestConsole console = new TestConsole();

    /** Fourteen nights; the last one is slow. */
    private String history(String place) {
        try (HistoryStore store = HistoryStore.open(place)) {
            for (int night = 0; night < 14; night++) {
                double value = (night == 13 ? 150 : 100) + 0.1 * (night % 3);
                store.append(MadeNights.night(night, "c0ffee" + night, MadeNights.time(CASE, value)));
            }
        }
        return place;
    }

    private String run(String... arguments) {
        TestConsole one = new TestConsole();
        assertThat(one.run(arguments)).as(String.join("\n", one.errors())).isZero();
        return one.out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"history", "jdbc:h2:file:"})
    void readsAFolderOrADatabase(String kind) {
        String place = history(
                kind.startsWith("jdbc:")
                        ? kind + folder.resolve("db")
                        : folder.resolve(kind).toString());

        assertThat(run("history", "list", place).lines())
                .hasSize(15)
                .last()
                .asString()
                .startsWith("night-13");
        assertThat(run("history", "list", place, "--branch", "main").lines()).hasSize(15);
        assertThat(run("history", "show", place, "*encode*")).startsWith(CASE).contains("c0ffee0", "150.100");
        assertThat(run("history", "show", place)).startsWith(CASE);
        assertThat(run("history", "suspects", place).lines())
                .hasSize(2)
                .last()
                .asString()
                .contains(CASE, "c0ffee12");
        assertThat(run("history", "suspects", place, "--run", "night-9")).isEqualTo("No case is under suspicion\n");
        assertThat(run("history", "page", place, "*encode*"))
                .startsWith("<!DOCTYPE html>")
                .contains("1 case of 1 may have become slower", CASE, "last good commit c0ffee12");
        assertThat(run(
                        "history",
                        "export",
                        place,
                        "otava",
                        folder.resolve("otava").toString()))
                .contains("otava.yaml");
        assertThat(folder.resolve("otava").resolve("otava.yaml")).isNotEmptyFile();
        assertThat(run(
                        "history",
                        "export",
                        place,
                        "action",
                        folder.resolve("action").toString()))
                .contains("smaller-is-better.json");
    }

    @Test
    void exportReportsOmittedStarvedCases() {
        String place = folder.resolve("busy").toString();
        try (HistoryStore store = HistoryStore.open(place)) {
            store.append(MadeNights.night(
                    0,
                    "c0ffee",
                    MadeNights.time(CASE, 100),
                    MadeNights.starved(MadeNights.time("a.Codec.decode:threads=1", 100))));
            store.append(MadeNights.night(1, "c0ffee", MadeNights.starved(MadeNights.time(CASE, 100))));
        }
        Path out = folder.resolve("action");

        assertThat(console.run("history", "export", place, "action", out.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .containsExactly(
                        "microbench: 1 of 1 case omitted: most of their measured iterations waited for a processor.");
        assertThat(out).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            history                        | Expected a command after history: list, show, page, suspects, export or add.
            history list NONE              | NONE does not exist. Append runs with
            history list HISTORY --branch x| HISTORY has no run of branch x.
            history show HISTORY decode    | "decode" matches none of 1 case in the history, such as a.Codec.encode:threads=1
            history show HISTORY !         | CASE "!" cannot be used: it names no benchmark.
            history show HISTORY !encode   | "!encode" matches none of 1 case
            history page HISTORY decode    | "decode" matches none of 1 case in the history, such as a.Codec.encode:threads=1
            history suspects HISTORY --run x | The history has no run "x"; its latest is night-13
            history export HISTORY graphs d | Invalid value for positional parameter at index 1 (otava|action)
            history add HISTORY NONE       | NONE: does not exist
            history list jdbc:nothing:x    | jdbc:nothing:x: the class path has no JDBC driver for it
            gate NONE                      | NONE does not exist.
            gate HISTORY --build make      | --build requires --classes
            gate HISTORY --head x --branch main | "x" is not a revision of
            """)
    void reportsInvalidLinesWithExitCodeTwo(String line, String message) {
        String place = history(folder.resolve("history").toString());
        String none = folder.resolve("none").toString();
        String[] arguments =
                line.replace("HISTORY", place).replace("NONE", none).split(" +", -1);

        assertThat(console.run(arguments)).isEqualTo(2);
        assertThat(console.errors().get(0))
                .startsWith("microbench: " + message.replace("HISTORY", place).replace("NONE", none));
        assertThat(console.out()).isEmpty();
    }

    /** EMPTY is an unset variable, which must not mean the working directory. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            history list EMPTY          | "" is not a history. Expected a folder, or a JDBC URL
            gate EMPTY                  | "" is not a history.
            history list JDBC:h2:mem:x  | "JDBC:h2:mem:x" is not a history.
            history add NONE EMPTY      | Invalid value for positional parameter at index 1..* (RUN): "" is not a path.
            report EMPTY                | Invalid value for positional parameter at index 0 (DIR): "" is not a path.
            report NONE --output EMPTY  | Invalid value for option '--output': "" is not a path.
            merge NONE --output EMPTY   | Invalid value for option '--output': "" is not a path.
            node --store EMPTY          | Invalid value for option '--store': "" is not a path.
            """)
    void rejectsEmptyOrMisspelledPlaces(String line, String message) {
        String none = folder.resolve("none").toString();
        String[] arguments = Arrays.stream(line.split(" +", -1))
                .map(word -> word.replace("EMPTY", "").replace("NONE", none))
                .toArray(String[]::new);

        assertThat(console.run(arguments)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors().get(0)).startsWith("microbench: " + message);
        assertThat(console.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"encode", "Codec", "*.encode:threads=1", "a.Codec.enc*;nobody", "!decode", CASE})
    void selectsCasesLikeRun(String pattern) {
        String place = history(folder.resolve("history").toString());

        assertThat(run("history", "show", place, pattern)).startsWith(CASE);
        TestConsole empty = new TestConsole();
        assertThat(empty.run("history", "show", place, "")).isEqualTo(ExitCode.USAGE);
        assertThat(empty.errors()).singleElement().asString().startsWith("microbench: CASE \"\" is empty");
    }

    @Test
    void addsRunsOnce() throws IOException {
        Path run = MeasuredComparison.in(folder.resolve("runs")).resolve("new");
        String place = folder.resolve("history").toString();

        assertThat(run("history", "add", place, run.toString(), "--branch", "main"))
                .isEqualTo("Added " + run.getFileName() + "\n");
        assertThat(run("history", "add", place, run.toString(), "--branch", "main"))
                .isEqualTo("Already exists: " + run.getFileName() + "\n");
        assertThat(console.run("history", "add", place, run.toString(), "--branch", "other"))
                .as("the same run with another content")
                .isEqualTo(2);
        assertThat(console.errors()).singleElement().asString().contains("already exists with other content");

        for (String nowhere : List.of("", "JDBC:h2:mem:x")) {
            TestConsole unset = new TestConsole();
            assertThat(unset.run("history", "add", nowhere, run.toString())).isEqualTo(ExitCode.USAGE);
            assertThat(unset.errors())
                    .singleElement()
                    .asString()
                    .startsWith("microbench: \"" + nowhere + "\" is not a history.");
        }
        assertThat(Path.of(run.getFileName() + ".json"))
                .as("in the working directory")
                .doesNotExist();

        Path page = folder.resolve("page.html");
        run("report", run.toString(), "--format", "html", "--history", place, "--output", page.toString());
        assertThat(page).content().contains("\"h\":[[");
    }

    @Test
    void doesNotAddARunWithoutScores() {
        Path run = folder.resolve("run");
        RunFolder.createAt(run, START, Environment.builder().build(), List.of(), List.of())
                .finish(START.plusSeconds(1));
        Path place = folder.resolve("history");

        assertThat(console.run("history", "add", place.toString(), run.toString()))
                .isEqualTo(2);
        assertThat(console.errors())
                .containsExactly("microbench: " + run + ": no case of this run has a score to keep. Add a run with"
                        + " measured cases.");
        assertThat(place).doesNotExist();
    }

    @Test
    void namesDamagedFilesAndReadsTheRest() throws IOException {
        String place = history(folder.resolve("history").toString());
        Path damaged = Path.of(place).resolve("20260601T030000Z-bad.json");
        Files.writeString(damaged, "{\"schemaVersion\": 1, ");

        assertThat(console.run("history", "list", place)).isZero();
        assertThat(console.out().lines()).hasSize(15);
        assertThat(console.errors()).singleElement().asString().startsWith("microbench: WARNING: " + damaged);
        assertThat(damaged).hasContent("{\"schemaVersion\": 1, ");
    }
}
