// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.result.RecordJson;
import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.LaboratoryRules;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.TriedForkRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Replays stop rules over a folder of stored series and prints a table; {@code src/build/replay} starts it and lists the options. */
public final class ReplayMain {

    private static final Set<String> OPTIONS =
            Set.of("forks", "format", "level", "precision", "training", "warmup", "width");

    private ReplayMain() {}

    /** Replays a folder, the first argument; the others are options of the form {@code name=value}. */
    public static void main(String... arguments) {
        try {
            System.out.print(run(arguments));
        } catch (IllegalArgumentException | ReplayException e) {
            System.err.println("replay: " + e.getMessage());
            System.exit(2);
        }
    }

    static String run(String... arguments) {
        List<StopRule> rules = new ArrayList<>();
        Map<String, String> options = new TreeMap<>();
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            String[] option = argument.split("=", 2);
            if (option[0].equals("rule") && option.length == 2) {
                rules.add(rule(option[1]));
            } else if (OPTIONS.contains(option[0]) && option.length == 2) {
                options.put(option[0], option[1]);
            } else {
                throw new IllegalArgumentException(
                        argument + ": expected rule=RULE or one of " + OPTIONS + " with =VALUE");
            }
        }
        ReplayRecord record = replay(Path.of(arguments[0]), rules.isEmpty() ? LaboratoryRules.all() : rules, options);
        return switch (options.getOrDefault("format", "table")) {
            case "json" -> RecordJson.text(record);
            case "markdown" -> ReplayTable.markdown(record);
            default -> ReplayTable.text(record);
        };
    }

    private static ReplayRecord replay(Path folder, List<StopRule> rules, Map<String, String> options) {
        String[] range = options.getOrDefault("forks", "2-5").split("-");
        TriedForkRule forks = new TriedForkRule(
                new ForkRule(
                        Double.parseDouble(options.getOrDefault("precision", "0.03")),
                        Integer.parseInt(range[0]),
                        Integer.parseInt(range[range.length - 1])),
                TriedForkRule.Width.valueOf(
                        options.getOrDefault("width", "normal").toUpperCase(Locale.ROOT)));
        if (!options.containsKey("training")) {
            return Replay.over(
                    folder,
                    rules.stream().map(rule -> new ReplayRule(rule, forks)).toList());
        }
        Changed changed = new Changed(
                Double.parseDouble(options.getOrDefault("level", "0")),
                Integer.parseInt(options.getOrDefault("warmup", "1")));
        return new TrainingReplay(Integer.parseInt(options.get("training")), changed, forks).over(folder);
    }

    private static StopRule rule(String text) {
        return LaboratoryRules.byName(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Unknown rule " + text + "; expected one of " + LaboratoryRules.names()));
    }
}
