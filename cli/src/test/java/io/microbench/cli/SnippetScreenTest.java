// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.SnippetScreen.ErrTerminal;
import io.microbench.environment.EnvironmentProbe;
import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.snippet.Answer;
import io.microbench.snippet.SnippetListener.Progress;
import io.microbench.text.ConsoleStyle;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SnippetScreenTest {

    private static final ErrTerminal NONE = new ErrTerminal(false, false, 30);
    private static final ErrTerminal NARROW = new ErrTerminal(true, true, 30);
    private static final ErrTerminal DUMB = new ErrTerminal(true, false, 80);
    private static final ErrTerminal LIVE = new ErrTerminal(true, true, 80);

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private SnippetScreen screen(ErrTerminal terminal) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(stream, stream, StandardCharsets.UTF_8, ConsoleStyle.plain());
        return new SnippetScreen(console, false, terminal);
    }

    private static Progress progress(String name, int fork, boolean warmup) {
        return new Progress(name, fork, 3, !warmup, 2, 1, warmup);
    }

    private List<String> printed() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static Answer answer(Map<String, Failure> failures, String... warnings) {
        RunRecord run = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "snippet",
                Instant.EPOCH,
                Optional.empty(),
                EnvironmentProbe.here(),
                List.of(),
                List.of(),
                Optional.empty());
        return new Answer(run, List.of(), failures, List.of(warnings), Map.of(), false);
    }

    private static Failure notStarted() {
        return new Failure(
                Failure.Kind.NOT_STARTED,
                "The fork did not start: Unrecognized VM option 'NoSuch'",
                "",
                List.of(),
                List.of("Unrecognized VM option 'NoSuch'"));
    }

    @Test
    void wrapsWarningsOnATerminal() {
        screen(NARROW).summary(answer(Map.of(), "a call takes no longer than a call of nothing"));

        assertThat(printed()).containsExactly("WARNING: a call takes no", "  longer than a call of", "  nothing");
    }

    @Test
    void printsWarningsToAFileInOneLine() {
        screen(NONE).summary(answer(Map.of(), "a call takes no longer than a call of nothing"));

        assertThat(printed()).containsExactly("WARNING: a call takes no longer than a call of nothing");
    }

    @Test
    void printsTheFailureOfAForkOnce() {
        Map<String, Failure> failures = new LinkedHashMap<>();
        failures.put("snippet.1", notStarted());
        failures.put("snippet.2", notStarted());
        SnippetScreen screen = screen(NONE);
        screen.printed("1", "Unrecognized VM option 'NoSuch'");

        screen.summary(answer(failures));

        assertThat(printed())
                .containsExactly(
                        "Unrecognized VM option 'NoSuch'",
                        "microbench: \"snippet.1\" failed: The fork did not start: Unrecognized VM option 'NoSuch'");
    }

    @Test
    void updatesTheLineOnATerminal() {
        SnippetScreen screen = screen(LIVE);
        screen.progress(new Progress("a", 1, 3, false, 500, 1, true));
        screen.progress(new Progress("a", 1, 3, true, 100, 1, false));
        screen.progress(new Progress("a", 2, 3, false, 500, 1, true));
        screen.progress(new Progress("a", 2, 3, true, 400, 1, false));
        screen.progress(new Progress("a", 4, 3, true, 200, 1, false));

        assertThat(err.toString(StandardCharsets.UTF_8).split("\r", -1))
                .containsExactly(
                        "",
                        "a: 500 ns, 2 M ips, warming up\u001B[K",
                        "a: 100.00 ns, 10.00 M ips, fork 1/3\u001B[K",
                        "a: 100.00 ns, 10.00 M ips, fork 2/3\u001B[K",
                        "a: 200.00 ns, 5.00 M ips, fork 2/3\u001B[K",
                        "a: 200.00 ns, 5.00 M ips, fork 4/4\u001B[K");
    }

    @Test
    void truncatesLinesAndRemovesControlCharacters() {
        screen(NARROW).progress(progress("a\u001B[2Jb, which has a long name", 1, false));

        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("\ra [2Jb, which has a long name\u001B[K");
    }

    @Test
    void printsOutputAboveTheLine() {
        SnippetScreen screen = screen(LIVE);
        screen.progress(progress("a", 1, false));
        screen.printed("a", "hello");
        screen.progress(progress("a", 1, false));
        screen.clear();

        assertThat(err.toString(StandardCharsets.UTF_8).split("\r", -1))
                .containsExactly(
                        "",
                        "a: 2 ns, 500 M ips, fork 1/3\u001B[K",
                        "\u001B[Khello" + System.lineSeparator(),
                        "a: 2 ns, 500 M ips, fork 1/3\u001B[K",
                        "\u001B[K");
    }

    @Test
    void printsOneLineOnADumbTerminal() {
        for (ErrTerminal terminal : List.of(NONE, DUMB)) {
            err.reset();
            SnippetScreen screen = screen(terminal);
            screen.planned(3);
            screen.progress(progress("a", 1, true));
            screen.progress(progress("a", 1, false));
            screen.progress(progress("a", 2, false));
            screen.clear();

            assertThat(printed())
                    .isEqualTo(
                            terminal.present() ? List.of("# a: 2 ns, 500 M ips after fork 1 of at most 3") : List.of());
        }
    }

    @Test
    void showsTheTimeLeftAfterTheFirstFork() {
        SnippetScreen screen = screen(LIVE);
        screen.planned(3);
        screen.progress(progress("a", 1, true));
        screen.progress(progress("a", 1, false));
        screen.progress(progress("a", 2, false));
        screen.progress(progress("a", 3, false));

        String[] lines = err.toString(StandardCharsets.UTF_8).split("\r", -1);
        assertThat(lines[1]).doesNotContain(" left");
        assertThat(lines[2]).matches("a: 2 ns, 500 M ips, fork 1/3, at most \\d+ (s|min.*) left\u001B\\[K");
        assertThat(lines[3]).matches("a: 2 ns, 500 M ips, fork 2/3, at most \\d+ (s|min.*) left\u001B\\[K");
        assertThat(lines[4]).isEqualTo("a: 2 ns, 500 M ips, fork 3/3\u001B[K");
    }
}
