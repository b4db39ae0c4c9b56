/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.plan.ConfigurationException;
import io.microbench.report.CodeTable;
import io.microbench.report.CsvReport;
import io.microbench.report.JmhJson;
import io.microbench.report.MarkdownReport;
import io.microbench.result.RecordJson;
import io.microbench.run.MachineLock;
import io.microbench.snippet.Answer;
import io.microbench.snippet.Question;
import io.microbench.snippet.SnippetRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures codes and prints what came of it. */
final class SnippetAction {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(10);
    private static final long LAST_WORDS_SECONDS = 5;

    private final Console console;
    private final SnippetOptions options;
    private final Question question;
    private final Optional<CodeTable.Form> form;
    private final String format;

    SnippetAction(Console console, SnippetOptions options) {
        this.console = console;
        this.options = options;
        this.question = new SnippetQuestion(options).question();
        this.form = options.report
                .map(name -> SnippetQuestion.oneOf("--report", name, "basic", "extended", "full"))
                .map(name -> CodeTable.Form.valueOf(name.toUpperCase(Locale.ROOT)));
        this.format = SnippetQuestion.oneOf(
                "--format", options.format.orElse("table"), "table", "json", "csv", "markdown", "jmh-json");
    }

    int run() {
        if (options.saveAs.isPresent()) {
            return save(options.saveAs.get());
        }
        SnippetScreen screen =
                new SnippetScreen(console, options.verbose, question.codes().size());
        CountDownLatch printed = new CountDownLatch(1);
        try (MachineLock lock = MachineLock.acquire(LOCK_WAIT, line -> {
                    if (line.contains("waiting")) {
                        console.err().println(line);
                    }
                });
                SnippetRun run = SnippetRun.open(question, screen)) {
            Thread hook = new Thread(
                    () -> {
                        run.stop();
                        await(printed);
                    },
                    "microbench-stop");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                return print(run.measure(), screen);
            } finally {
                screen.clear();
                run.close();
                printed.countDown();
                removeHook(hook);
            }
        }
    }

    private static void await(CountDownLatch printed) {
        try {
            printed.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is why this ends.
        }
    }

    private int print(Answer answer, SnippetScreen screen) {
        screen.clear();
        screen.summary(answer);
        write(text(answer));
        if (options.timings) {
            screen.timings();
        }
        if (answer.stopped()) {
            console.err().println("Stopped before it was done.");
            return ExitCode.FAILED;
        }
        return answer.failures().isEmpty() ? ExitCode.FINE : ExitCode.FAILED;
    }

    private String text(Answer answer) {
        return switch (format) {
            case "json" -> new String(RecordJson.document(answer.run()), StandardCharsets.UTF_8);
            case "csv" -> CsvReport.statistics(answer.run());
            case "markdown" -> MarkdownReport.render(answer.run(), Optional.empty());
            case "jmh-json" ->
                JmhJson.write(answer.run().environment().jmh(), answer.run().cases());
            default -> CodeTable.render(answer.run(), answer.codes(), form, console.style());
        };
    }

    private void write(String text) {
        if (options.output.isEmpty()) {
            console.out().print(text);
            console.out().flush();
            return;
        }
        try {
            Files.writeString(options.output.get(), text);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + options.output.get() + " (" + e + ")", e);
        }
    }

    private int save(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!name.matches("[A-Z]\\w*\\.java")) {
            throw new ConfigurationException(
                    "--save-as " + file + ": accepted is the file of a class, such as MyBenchmark.java.");
        }
        String source = SnippetRun.benchmarkSource(question, name.substring(0, name.length() - ".java".length()));
        try {
            Files.writeString(file, source);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file + " (" + e + ")", e);
        }
        return ExitCode.FINE;
    }
}
