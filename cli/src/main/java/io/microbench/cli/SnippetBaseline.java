// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.judge.Baselines;
import io.microbench.judge.Baselines.Baseline;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.result.RunRecord;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Question;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.RowBaselines;
import io.microbench.text.UserException;
import io.microbench.text.WholeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The baseline of snippets: rows of the same table, or a saved run. */
final class SnippetBaseline {

    /** The folder of saved runs, in the working directory. */
    static final Path FOLDER = Path.of("microbench-baselines");

    private static final String OPTION = "--baseline";
    private static final String SAVE = "--save-baseline";

    private final Question question;
    private final SnippetOptions options;
    private final Path folder;
    private final Map<String, String> rows;
    private final Optional<Baseline> stored;
    private final boolean force;

    SnippetBaseline(SnippetOptions options, Question question) {
        this(options, question, FOLDER);
    }

    /** Reads the options; fails if the name is unknown. */
    SnippetBaseline(SnippetOptions options, Question question, Path folder) {
        this.options = options;
        this.question = question;
        this.folder = folder;
        Optional<String> name = options.baseline;
        options.saveBaseline.ifPresent(this::check);
        this.rows = name.map(label -> RowBaselines.of(question, label)).orElse(Map.of());
        this.stored = name.filter(label -> rows.isEmpty()).map(this::read);
        SnippetQuestion.conflict(
                OPTION + " with a row",
                !rows.isEmpty(),
                "--format",
                options.format.filter(f -> !SnippetOutput.isTable(f)).isPresent());
        this.force = options.settings().forcesComparison();
        SnippetQuestion.needs(
                "-D" + SnippetSettings.FORCE, force, OPTION + " with the name of a saved run", stored.isPresent());
    }

    private void check(String name) {
        WholeFile.folderObstacle(folder).ifPresent(why -> {
            throw new ConfigurationException(
                    SAVE + " " + name + ": " + why + ". Start the command in a folder that you may write to.");
        });
        try {
            Baselines.checkName(name);
        } catch (UserException e) {
            throw new ConfigurationException(SAVE + " " + name + ": " + e.getMessage() + ".");
        }
    }

    private Baseline read(String name) {
        Baselines baselines = new Baselines(folder);
        List<String> names = baselines.names();
        if (!names.contains(name)) {
            throw new ConfigurationException(OPTION + " " + name + ": no row, snippet or variant has this label, and no"
                    + " run was saved under this name in " + folder.toAbsolutePath() + ". Labels: "
                    + String.join(", ", RowBaselines.labels(question)) + ". Saved runs: "
                    + (names.isEmpty() ? "none" : String.join(", ", names)) + ". " + SAVE + " NAME saves a run.");
        }
        return baselines.find(name).orElseThrow();
    }

    /** Returns the baseline row of each row; empty if it is the fastest row. */
    Map<String, String> rows() {
        return rows;
    }

    /**
     * Returns the question. If a run is saved or compared and no number of forks is given, the question has as many
     * forks as a verdict requires.
     */
    Question question() {
        boolean judged = stored.isPresent() || options.saveBaseline.isPresent();
        boolean chosen = Stream.of(options.samples, options.forks, options.loop, options.precision)
                .anyMatch(Optional::isPresent);
        if (!judged || chosen) {
            return question;
        }
        Sampling usual = question.sampling();
        int forks =
                Math.max(usual.forks(), JudgeSettings.DEFAULTS.among(cases()).fewestForks());
        return question.with(new Sampling(
                forks, usual.duration(), usual.loop(), usual.warmup(), forks, usual.precision(), usual.budget()));
    }

    private int cases() {
        int inputs = question.inputs().values().stream().mapToInt(List::size).reduce(1, Math::multiplyExact);
        return question.snippets().size()
                * question.variants().size()
                * question.workers().counts().size()
                * inputs;
    }

    /** Compares the results with the saved run; empty if none was requested. */
    Optional<RunComparison> compare(RunRecord run) {
        return stored.map(
                baseline -> baseline.compare(run, force ? JudgeSettings.DEFAULTS.force() : JudgeSettings.DEFAULTS));
    }

    /** Saves the results if requested; keeps the snippets of an existing run with this name that were not measured. */
    Optional<String> save(RunRecord run) {
        return options.saveBaseline.map(name -> new Baselines(folder)
                .save(name, run)
                .map(file -> "Saved as a baseline: " + file)
                .orElse("Not saved as a baseline: nothing was measured."));
    }
}
