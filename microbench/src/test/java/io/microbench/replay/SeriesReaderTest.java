// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests cases that {@link SeriesFolderTest} cannot reach through a folder. */
class SeriesReaderTest {

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("file.json"), text);
    }

    @Test
    void readsForkLargerThanBuffers() throws IOException {
        String points = String.join(",", Collections.nCopies(10_000, "0.5"));

        assertThat(SeriesReader.series(file("[[" + points + ", 2], [3]]")))
                .satisfiesExactly(
                        fork -> assertThat(fork)
                                .hasSize(10_001)
                                .startsWith(0.5, 0.5)
                                .endsWith(0.5, 2),
                        fork -> assertThat(fork).containsExactly(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[[1e-15, 1e9]]", " [ [ 1E-15,1000000000 ] ]\n"})
    void acceptsExactBounds(String text) throws IOException {
        assertThat(SeriesReader.series(file(text))).singleElement().isEqualTo(new double[] {1e-15, 1e9});
    }

    @Test
    void rejectsNumberOutsideDoubleRangeWithPosition() throws IOException {
        Path file = file("[[1],\n [1e400]]");

        assertThatThrownBy(() -> SeriesReader.series(file))
                .hasMessageStartingWith(file + ", line 2, column 3: fork 2, point 1 is Infinity; expected");
    }

    @Test
    void findsLabelsAmongOtherProperties() throws IOException {
        Path file = file("""
                {"forks": [{"steady_state_starts": [9]}], "n": 1,
                 "steady_state_starts": [-1, 0, 7],
                 "after": {"a": [1, {"b": 2}]}, "last": "x"}
                """);

        assertThat(SeriesReader.labels(file, 3)).containsExactly(-1, 0, 7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            []                                      | line 1, column 1: expected an object with steady_state_starts
            {"steady_state_starts": 3}              | line 1, column 25: expected steady_state_starts as a list
            {"steady_state_starts": [1.5]}          | line 1, column 26: steady_state_starts, number 1 is 1.5; expected indexes
            {"steady_state_starts": [0, "x"]}       | line 1, column 29: steady_state_starts, number 2 is x; expected indexes
            {"steady_state_starts": [null]}         | line 1, column 26: steady_state_starts, number 1 is null; expected indexes
            {"steady_state_starts": [99999999999]}  | line 1, column 26: steady_state_starts, number 1 is 99999999999; expected indexes
            {"steady_state_starts": [0]} {}         | line 1, column 30: something follows the end
            {"steady_state_starts": [0]             | line 1, column
            {"steady_state_starts": [0,             | line 1, column
            """)
    void reportsInvalidLabelsWithPosition(String text, String message) throws IOException {
        Path file = file(text);

        assertThatThrownBy(() -> SeriesReader.labels(file, 1))
                .isInstanceOf(ReplayException.class)
                .hasMessageStartingWith(file + ", " + message);
    }

    @Test
    void reportsBinaryFileAsInvalidJson() throws IOException {
        Path file = folder.resolve("binary.json");
        Files.write(file, new byte[] {'[', '[', (byte) 0xFF, (byte) 0xFE, 0});

        assertThatThrownBy(() -> SeriesReader.series(file))
                .isInstanceOf(ReplayException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(": not JSON: ");
    }
}
