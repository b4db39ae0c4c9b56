// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ActionBenchmarkExportTest {

    private static final RunSummary RUN =
            Runs.night(1, Runs.time(Runs.ENCODE, 1, 1, 1), Runs.throughput(Runs.DECODE, 1));

    @TempDir
    Path temp;

    @Test
    void splitsByDirection() throws IOException {
        assertThat(ActionBenchmarkExport.write(temp.resolve("out"), RUN))
                .containsExactly(temp.resolve("out/bigger-is-better.json"), temp.resolve("out/smaller-is-better.json"));
        assertThat(temp.resolve("out/bigger-is-better.json")).hasContent("""
                        [ {
                          "name" : "com.acme.CodecBenchmark.decode:size=1024,threads=1",
                          "unit" : "ops/ms",
                          "value" : 1.0,
                          "extra" : "1 fork"
                        } ]
                        """);
        assertThat(temp.resolve("out/smaller-is-better.json")).hasContent("""
                        [ {
                          "name" : "com.acme.CodecBenchmark.encode:size=1024,threads=1",
                          "unit" : "ns/op",
                          "value" : 1.0,
                          "range" : "1.000..1.000",
                          "extra" : "3 forks\\n24.0 B/op"
                        } ]
                        """);
    }

    @Test
    void writesNoFileForADirectionWithoutCases() {
        assertThat(ActionBenchmarkExport.write(temp, Runs.night(1, Runs.time(Runs.ENCODE, 1))))
                .containsExactly(temp.resolve(ActionBenchmarkExport.SMALLER));
        assertThat(temp.resolve(ActionBenchmarkExport.BIGGER)).doesNotExist();
        assertThat(ActionBenchmarkExport.write(temp.resolve("empty"), Runs.night(1)))
                .isEmpty();
    }

    /** Otava's export, the gate and the page leave them out too. */
    @Test
    void leavesOutMostlyStarvedCases() {
        RunSummary run = Runs.night(
                1,
                Runs.time(Runs.ENCODE, 1),
                Runs.starved(Runs.time("A.b:threads=1", 1), 0.9),
                Runs.starved(Runs.throughput(Runs.DECODE, 1), 0.9));

        assertThat(ActionBenchmarkExport.write(temp, run)).containsExactly(temp.resolve(ActionBenchmarkExport.SMALLER));
        assertThat(JsonMapper.shared().readTree(ActionBenchmarkExport.json(run, false)))
                .singleElement()
                .satisfies(one -> assertThat(one.get("name").asString()).isEqualTo(Runs.ENCODE));
    }

    @Test
    void keepsSpecialCharactersInNames() {
        String id = "A.b:text=\"ä\\\n\ud83d\ude80,threads=1";
        JsonNode array = JsonMapper.shared()
                .readTree(ActionBenchmarkExport.json(Runs.night(1, Runs.time(id, 0.1 + 0.2)), false));
        assertThat(array).hasSize(1);
        assertThat(array.get(0).get("name").asString()).isEqualTo(id);
        assertThat(array.get(0).get("value").asDouble())
                .isEqualTo(Runs.time(id, 0.1 + 0.2).value());
    }

    @Test
    void replacesFilesOfEarlierRun() throws IOException {
        ActionBenchmarkExport.write(temp, RUN);
        ActionBenchmarkExport.write(temp, Runs.night(2, Runs.throughput(Runs.DECODE, 1, 1)));
        assertThat(Files.readString(temp.resolve(ActionBenchmarkExport.BIGGER))).contains("2 forks");
    }
}
