/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.plan.ConfigurationException;
import io.microbench.replay.Changed;
import io.microbench.replay.Replay;
import io.microbench.replay.ReplayRecord;
import io.microbench.replay.ReplayRule;
import io.microbench.replay.ReplayTable;
import io.microbench.replay.TrainingReplay;
import io.microbench.result.RecordJson;
import io.microbench.stopping.ForkRule;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRules;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tries stop rules on series that were measured once, at length. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Replays stop rules over stored series of iterations: what would they have saved, what would they"
                    + " have missed?",
            "",
            "FOLDER holds timeseries/NAME.json: a list of forks, each a list of seconds per operation in"
                    + " iterations of 0.1 s;"
                    + " and, if the forks were judged by hand, classification/NAME.json. Nothing is measured."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench replay series/",
            "  microbench replay series/ --rule pilot --format json",
            "  microbench replay series/ --rule trailing-half:shortest=8,longest=60 --forks 3-4 --width student",
            "  microbench replay series/ --training 5 --level-change 3%% --warmup-change 2"
        })
final class ReplayCommand implements Callable<Integer> {

    private static final String ALL = "all";
    private static final Pattern FORKS = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

    private static final Pattern CHANGE = Pattern.compile("([+-]?\\d{1,3}(?:\\.\\d{1,3})?) ?%");

    /** How the outcome is printed. */
    enum Shape {
        TABLE,
        JSON,
        MARKDOWN
    }

    private final Console console;

    @Parameters(paramLabel = "FOLDER", description = "Folder with the series.")
    private Path folder = Path.of("");

    @Option(
            names = "--rule",
            paramLabel = "RULE",
            description = "A rule by name, or with settings as NAME:key=value,...; may be repeated. Default: all.")
    private List<String> rules = new ArrayList<>(List.of(ALL));

    @Option(
            names = "--forks",
            paramLabel = "MIN-MAX",
            description = "Forks that a benchmark gets at least and at most, such as 3-5 or 5. Default: 2-5.")
    private String forks = ReplayRule.FORKS.smallest() + "-" + ReplayRule.FORKS.largest();

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            converter = Converters.Shares.class,
            description = "Forks are added until the interval over forks is within this share. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Share precision = new Share(ReplayRule.FORKS.precision());

    @Option(
            names = "--width",
            paramLabel = "KIND",
            description = "Which interval: normal (two standard errors), or student. Default: normal.")
    private ForkRule.Width width = ReplayRule.FORKS.width();

    @Option(
            names = "--training",
            paramLabel = "FORKS",
            description = "So many forks of each benchmark are a training night; the others are replayed with it and"
                    + " without, for every choice of them.")
    private Optional<Integer> training = Optional.empty();

    @Option(
            names = "--level-change",
            paramLabel = "SHARE",
            description = "With --training: tonight every time is longer by this share, such as 3%% or -5%%.")
    private Optional<String> levelChange = Optional.empty();

    @Option(
            names = "--warmup-change",
            paramLabel = "TIMES",
            description = "With --training: tonight the first ten seconds of a fork take so many times as long.")
    private Optional<Integer> warmupChange = Optional.empty();

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or markdown. Default: table.")
    private Shape format = Shape.TABLE;

    ReplayCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ReplayRecord record = training.isPresent() ? withTraining(training.get()) : withRules();
        console.out()
                .print(
                        switch (format) {
                            case TABLE -> ReplayTable.text(record);
                            case MARKDOWN -> ReplayTable.markdown(record);
                            case JSON -> new String(RecordJson.document(record), StandardCharsets.UTF_8);
                        });
        return ExitCode.FINE;
    }

    private ReplayRecord withRules() {
        if (levelChange.isPresent() || warmupChange.isPresent()) {
            throw new ConfigurationException("--level-change and --warmup-change describe the night after a training;"
                    + " add --training FORKS, such as --training 5");
        }
        ForkRule enough = forkRule();
        return Replay.over(
                folder,
                stopRules().stream().map(rule -> new ReplayRule(rule, enough)).toList());
    }

    private ReplayRecord withTraining(int full) {
        if (!rules.equals(List.of(ALL))) {
            throw new ConfigurationException(
                    "--training compares the trained rule with the standard one; leave out --rule");
        }
        try {
            Changed changed = new Changed(levelChange.map(ReplayCommand::change).orElse(0.0), warmupChange.orElse(1));
            return new TrainingReplay(full, changed, forkRule()).over(folder);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--training, --level-change and --warmup-change: " + e.getMessage());
        }
    }

    private static double change(String text) {
        Matcher share = CHANGE.matcher(text.strip());
        if (!share.matches()) {
            throw new ConfigurationException(
                    "--level-change is \"" + text + "\"; accepted is a percentage such as 3% or -5%");
        }
        return Double.parseDouble(share.group(1)) / 100;
    }

    private List<StopRule> stopRules() {
        List<StopRule> chosen = new ArrayList<>();
        for (String rule : rules) {
            if (rule.toLowerCase(Locale.ROOT).equals(ALL)) {
                chosen.addAll(StopRules.all());
            } else {
                chosen.add(stopRule(rule));
            }
        }
        return chosen;
    }

    private static StopRule stopRule(String text) {
        try {
            return StopRules.byName(text)
                    .orElseThrow(() -> new ConfigurationException("Unknown rule \"" + text + "\"; accepted: "
                            + StopRules.all().stream().map(StopRule::name).collect(Collectors.joining(", ")) + ", and "
                            + ALL));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()));
        }
    }

    private ForkRule forkRule() {
        Matcher range = FORKS.matcher(forks.strip());
        if (!range.matches()) {
            throw new ConfigurationException(
                    "--forks is \"" + forks + "\"; accepted is a number such as 5, or a range such as 3-5");
        }
        int smallest = Integer.parseInt(range.group(1));
        try {
            return new ForkRule(
                    precision.value(),
                    smallest,
                    range.group(2) == null ? smallest : Integer.parseInt(range.group(2)),
                    width);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--forks and --precision: " + e.getMessage());
        }
    }
}
