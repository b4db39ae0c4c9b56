// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the message for each kind of invalid file. */
class StoredJsonTest {

    private static final RunSummary RUN =
            Runs.night(1, Runs.time(Runs.ENCODE, 101, 99), Runs.throughput(Runs.DECODE, 1.0));

    @TempDir
    Path temp;

    private Path file = Path.of("");
    private String good = "";

    @BeforeEach
    void write() {
        file = temp.resolve("run.json");
        good = StoredJson.RUN.write(RUN);
    }

    private void contains(String text) throws IOException {
        Files.writeString(file, text);
    }

    private void isRefusedWith(String... parts) {
        assertThatThrownBy(() -> StoredJson.RUN.read(file))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContainingAll(parts);
    }

    @Test
    void readsWhatItWrites() throws IOException {
        contains(good);
        assertThat(StoredJson.RUN.read(file)).isEqualTo(RUN);
    }

    @Test
    void ignoresPropertiesOfLaterVersion() throws IOException {
        contains(good.replaceFirst("\"id\"", "\"temperature\" : { \"cpu\" : [ 1 ] }, \"id\"")
                .replace("\"mode\"", "\"colour\" : \"red\", \"mode\""));
        assertThat(StoredJson.RUN.read(file)).isEqualTo(RUN);
    }

    @Test
    void writesStarvedShareOnlyIfKnown() throws IOException {
        RunSummary night = Runs.night(1, Runs.starved(Runs.time(Runs.ENCODE, 101, 99), 0.75));
        contains(StoredJson.RUN.write(night));

        assertThat(Files.readString(file))
                .contains("      \"blackholeMode\" : \"compiler\"", "\"starvedShare\" : 0.75");
        assertThat(StoredJson.RUN.read(file)).isEqualTo(night);
        assertThat(good).as("as earlier versions wrote it").doesNotContain("starved");
        contains(Files.readString(file).replace("0.75", "1.5"));
        isRefusedWith("starvedShare: 1.5; expected a number from 0 up to 1");
    }

    @Test
    void writesFactsOfForksOnOneLineIfKnown() throws IOException {
        RunSummary night = Runs.night(1, Runs.with(Runs.time(Runs.ENCODE, 101), "Architecture=amd64", "CPUs=8"));
        contains(StoredJson.RUN.write(night));

        assertThat(Files.readString(file)).contains("\"facts\" : [ \"Architecture=amd64\", \"CPUs=8\" ]");
        assertThat(StoredJson.RUN.read(file)).isEqualTo(night);
        assertThat(good).as("as earlier versions wrote it").doesNotContain("facts");
    }

    @Test
    void findsVersionAnywhere() throws IOException {
        contains(good.replace("\"schemaVersion\" : 1,", "").replaceFirst("\\n}\\n$", ", \"schemaVersion\" : 1 }"));
        assertThat(StoredJson.RUN.read(file)).isEqualTo(RUN);
    }

    @Test
    void rejectsNewerVersionDespiteInvalidContent() throws IOException {
        contains("{ \"written\" : { \"schemaVersion\" : 1 }, \"schemaVersion\" : 7, \"cases\" : \"elsewhere\" }");
        isRefusedWith("schema version 7 was written by a newer Microbench; this one reads up to 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "3", "null", "{ \"schemaVersion\" : \"1\" }", "{ \"name\" : \"package\" }"})
    void rejectsForeignJson(String foreign) throws IOException {
        contains(foreign);
        isRefusedWith("not a run summary");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u007fELF\u0002\u0001", "<html>", "time,commit,branch", "PK\u0003\u0004"})
    void rejectsInvalidJson(String foreign) throws IOException {
        contains(foreign);
        isRefusedWith("not a run summary");
    }

    @Test
    void rejectsEmptyFile() throws IOException {
        contains("");
        isRefusedWith(": is empty");
        contains(" \n ");
        isRefusedWith(": is empty");
    }

    @Test
    void rejectsMissingFile() {
        isRefusedWith(": does not exist");
    }

    @Test
    void rejectsFolder() {
        assertThatThrownBy(() -> StoredJson.RUN.read(temp))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith(temp + ": cannot be read");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "value" : 1.0                 | "value" : NaN                  | NaN
                    "value" : 1.0                 | "value" : "NaN"                | value = NaN
                    "value" : 1.0                 | "value" : 1e999                | /cases/0/value: 1e999; expected a number
                    "value" : 1.0                 | "value" : null                 | /cases/0/value: there is no value
                    "value" : 1.0,                | "val" : 1.0,                   | value
                    "forkValues" : [ 1.0 ]        | "forkValues" : [ ]             | fork value: missing
                    "forkValues" : [ 1.0 ]        | "forkValues" : [ null ]        | /cases/0/forkValues/0: there is no value
                    "forkValues" : [ 1.0 ]        | "forkValues" : [ 1, -1e999 ]   | /cases/0/forkValues/1: -1e999; expected a number
                    "forkValues" : [ 1.0 ]        | "forkValues" : 1.0             | /cases/0/forkValues: 1.0; expected a list
                    "unit" : "ops/ms"             | "unit" : "ns/op"               | Unit ns/op does not match mode thrpt: throughput is in ops/<time>
                    "unit" : "ns/op"              | "unit" : "furlongs"            | Unit furlongs of mode avgt: expected ops/<time> or <time>/op
                    "mode" : "thrpt"              | "mode" : "fast"                | mode fast: expected thrpt, avgt, sample or ss
                    "mode" : "thrpt"              | "mode" : null                  | (/cases/0/mode: there is no value)
                    "time" : "2026-03-02          | "time" : "yesterday            | yesterday
                    "dirty" : false               | "dirty" : "maybe"              | maybe
                    "confidence" : 0.99           | "confidence" : 99              | 99
                    "environment" : {             | "environment" : null, "x" : {  | /environment: there is no value
                    """)
    void namesPlaceOfInvalidValue(String from, String to, String why) throws IOException {
        assertThat(good).contains(from);
        contains(good.replace(from, to));
        isRefusedWith(" line ", " column ", why);
    }

    @Test
    void rejectsIdThatIsAPath() throws IOException {
        contains(good.replace("night-001", "../../etc/passwd"));
        isRefusedWith("run id '../../etc/passwd': expected 1 to 100 letters");
    }

    @Test
    void namesDuplicateCase() throws IOException {
        contains(good.replace(Runs.DECODE, Runs.ENCODE));
        isRefusedWith("case " + Runs.ENCODE + " occurs twice");
    }

    @Test
    void rejectsTwoDocumentsInOneFile() throws IOException {
        contains(good + good);
        isRefusedWith(" line ");
    }

    @Test
    void rejectsGigabyteWithoutReadingIt() throws IOException {
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(3L << 30);
        }
        isRefusedWith((3L << 30) + " bytes; a run summary has at most " + StoredJson.MAX_BYTES);
    }

    @Test
    void rejectsExcessiveNesting() throws IOException {
        contains("{ \"schemaVersion\" : 1, \"x\" : " + "[".repeat(100_000));
        isRefusedWith("nesting depth (51) exceeds the maximum");
    }
}
