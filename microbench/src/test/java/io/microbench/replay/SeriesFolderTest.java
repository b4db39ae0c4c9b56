// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesFolderTest {

    @TempDir
    Path folder;

    @Test
    void readsForksAndLabels() throws IOException {
        new MadeFolder(folder)
                .series("a#b.C.d#x=1", new double[] {1, 2.5e-6}, new double[] {3})
                .labels("a#b.C.d#x=1", -1, 0);

        SeriesFolder listed = SeriesFolder.list(folder);
        BenchmarkSeries series = listed.read(listed.series().get(0));

        assertThat(listed.notes()).isEmpty();
        assertThat(series.name()).isEqualTo("a#b.C.d#x=1");
        assertThat(series.forks()).extracting(fork -> fork.points().size()).containsExactly(2, 1);
        assertThat(series.forks().get(0).points().get(1).value()).isEqualTo(2.5e-6);
        assertThat(series.label(0)).hasValue(-1);
        assertThat(series.label(1)).hasValue(0);
    }

    @Test
    void reportsSkippedFiles() throws IOException {
        new MadeFolder(folder)
                .series("judged", new double[] {1})
                .series("unjudged", new double[] {1})
                .labels("judged", 0)
                .labels("gone", 0)
                .file("timeseries/README.md", "text");

        SeriesFolder listed = SeriesFolder.list(folder);

        assertThat(listed.series()).hasSize(2);
        assertThat(listed.notes())
                .containsExactly(
                        "timeseries/README.md is not a .json file and was skipped.",
                        "classification/gone.json has no series and was skipped.",
                        "timeseries/unjudged.json has no classification; its forks do not count in unsteady precision and recall.");
        assertThat(listed.read(listed.series().get(1)).label(0)).isEmpty();
    }

    @Test
    void rejectsOtherFolders() throws IOException {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> SeriesFolder.list(missing))
                .isInstanceOf(ReplayException.class)
                .hasMessage(missing
                        + " has no folder timeseries: expected a folder with timeseries/NAME.json and, if the"
                        + " forks were judged, classification/NAME.json");

        new MadeFolder(folder);
        assertThatThrownBy(() -> SeriesFolder.list(folder))
                .hasMessage(
                        folder.resolve("timeseries") + " has no file that ends in .json: there is nothing to replay");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                 | line 1, column 1: expected a list of forks
            []                 | line 1, column 2: there is no fork
            [1, 2]             | line 1, column 2: expected fork 1 as a list of numbers
            [[1], []]          | line 1, column 8: fork 2 has no point
            [[1, NaN]]         | line 1, column 6: fork 1, point 2 is NaN; expected seconds per operation from 1.0E-15 to 1.0E9
            [[1], [1, 2, -3]]  | line 1, column 14: fork 2, point 3 is -3.0; expected seconds per operation from 1.0E-15 to 1.0E9
            [[0]]              | line 1, column 3: fork 1, point 1 is 0.0; expected seconds per operation from 1.0E-15 to 1.0E9
            [[1, 1e308]]       | line 1, column 6: fork 1, point 2 is 1.0E308; expected seconds per operation from 1.0E-15 to 1.0E9
            [[1e-320]]         | line 1, column 3: fork 1, point 1 is 1.0E-320; expected seconds per operation from 1.0E-15 to 1.0E9
            [[1, Infinity]]    | line 1, column 6: fork 1, point 2 is Infinity; expected seconds per operation from 1.0E-15 to 1.0E9
            [[1, null]]        | line 1, column 6: fork 1, point 2 is not a number
            [[1, "x"]]         | line 1, column 6: fork 1, point 2 is not a number
            [[1]] 2            | line 1, column 7: something follows the end
            """)
    void namesPositionOfInvalidValue(String text, String message) throws IOException {
        new MadeFolder(folder).file("timeseries/bad.json", text);
        Path file = folder.resolve("timeseries/bad.json");

        assertThatThrownBy(() -> SeriesReader.series(file))
                .isInstanceOf(ReplayException.class)
                .hasMessage(file + ", " + message);
    }

    @Test
    void namesPositionOfInvalidJson() throws IOException {
        new MadeFolder(folder).file("timeseries/cut.json", "[[1, 2],\n[1, 2").file("timeseries/empty.json", "");
        Path cut = folder.resolve("timeseries/cut.json");

        assertThatThrownBy(() -> SeriesReader.series(cut))
                .isInstanceOf(ReplayException.class)
                .hasMessageStartingWith(cut + ", line 2, column ")
                .hasMessageContaining("not JSON: ");
        assertThatThrownBy(() -> SeriesReader.series(folder.resolve("timeseries/empty.json")))
                .hasMessageEndingWith("expected a list of forks");
        assertThatThrownBy(() -> SeriesReader.series(folder.resolve("timeseries/none.json")))
                .hasMessageStartingWith("Cannot read " + folder.resolve("timeseries/none.json"));
    }

    @Test
    void requiresOneLabelPerFork() throws IOException {
        new MadeFolder(folder).labels("two", 0, 7).file("classification/odd.json", "{\"steady_state_starts\": [-2]}");
        Path two = folder.resolve("classification/two.json");

        assertThat(SeriesReader.labels(two, 2)).containsExactly(0, 7);
        assertThatThrownBy(() -> SeriesReader.labels(two, 3))
                .hasMessage(two + ": steady_state_starts has 2 numbers, but the series has 3 forks");
        assertThatThrownBy(() -> SeriesReader.labels(folder.resolve("classification/odd.json"), 1))
                .hasMessageEndingWith(
                        "steady_state_starts, number 1 is -2; expected indexes from 0, and -1 for a fork that"
                                + " never gets steady");
    }

    @Test
    void requiresPropertyOfLabels() throws IOException {
        new MadeFolder(folder).file("classification/other.json", "{\"forks\": [\"steady state\"]}");

        assertThatThrownBy(() -> SeriesReader.labels(folder.resolve("classification/other.json"), 1))
                .hasMessageEndingWith("steady_state_starts is missing");
    }
}
