// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.OtherToolsPage.Listing;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.snippet.SnippetResult;
import io.microbench.snippet.SnippetTable;
import io.microbench.text.ConsoleStyle;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the outputs on the page with reports of stored runs. The stored records omit data that reports do not show:
 * JVM arguments, classes, most secondary results.
 */
class ComingFromTest {

    /** Names of folders with records, which the commands contain. */
    private static final List<String> RECORDS = List.of(
            "SecureRandom",
            "setProperty",
            "TasksBenchmark",
            "StepsBenchmark",
            "jgroupsraft",
            "ByteBufAllocatorBenchmark");

    private static Path record(String command) throws URISyntaxException {
        List<String> named = RECORDS.stream().filter(command::contains).toList();
        assertThat(named).as(command).hasSize(1);
        return Path.of(Objects.requireNonNull(ComingFromTest.class.getResource("coming-from/" + named.get(0)))
                .toURI());
    }

    @ParameterizedTest
    @MethodSource
    void examplesEqualReportsOfTheirRuns(Listing listing) throws URISyntaxException {
        Path folder = record(listing.command());
        RunRecord run = RunReader.read(folder);
        String drawn = run.id().equals("snippet") ? snippets(run) : report(folder);

        assertThat(listing.parts()).isNotEmpty();
        assertThat(drawn).containsSubsequence(listing.parts());
    }

    static Stream<Listing> examplesEqualReportsOfTheirRuns() {
        return OtherToolsPage.COMING_FROM.listings().stream();
    }

    private static String snippets(RunRecord run) {
        List<SnippetResult> results = run.cases().stream()
                .map(result -> new SnippetResult(result.id().method(), Map.of(), 0, result))
                .toList();
        return SnippetTable.render(run, results, Optional.empty(), Optional.empty(), ConsoleStyle.plain(), Map.of());
    }

    private static String report(Path folder) {
        TestConsole console = new TestConsole();
        assertThat(console.run("report", folder.toString()))
                .as(String.join("\n", console.errors()))
                .isZero();
        return console.out();
    }

    @Test
    void eachRecordHasAnExample() {
        assertThat(OtherToolsPage.COMING_FROM.listings())
                .extracting(Listing::command)
                .hasSameSizeAs(RECORDS)
                .allSatisfy(command -> assertThat(RECORDS).anyMatch(command::contains));
    }
}
