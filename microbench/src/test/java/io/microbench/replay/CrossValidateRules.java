// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stopping.StopRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Evaluates the settings of the standard rule on benchmarks that were not used to choose them.
 *
 * <p>A small grid of settings is replayed over a folder of series. Then each project (the part before {@code __} or the
 * first {@code #} in a file's name) is excluded once: the settings that save the most time on the others, among those
 * that are within 3 % for at least the requested share of them, are applied to the excluded one. The same is done with
 * single benchmarks. Run by {@code src/build/cross-validate-rules FOLDER [SHARE]}, the share in 0..1, 0.88 by default.
 */
public final class CrossValidateRules {

    private static final double[] FIRST = {30, 40, 60};
    private static final double[] AGE = {4, 8};
    private static final double[] AGREEMENT = {0.01, 0.02, 0.03};
    private static final double[] PATIENCE = {1.5, 2};

    private final double wanted;
    private final List<ReplayRecord.RuleReplay> grid;

    private CrossValidateRules(double wanted, List<ReplayRecord.RuleReplay> grid) {
        this.wanted = wanted;
        this.grid = grid;
    }

    public static void main(String[] args) {
        List<ReplayRule> rules = new ArrayList<>();
        for (double first : FIRST) {
            for (double age : AGE) {
                for (double agreement : AGREEMENT) {
                    for (double patience : PATIENCE) {
                        String text = String.format(
                                Locale.ROOT,
                                "pilot:first=%s,age=%s,agreement=%s,patience=%s",
                                first,
                                age,
                                agreement,
                                patience);
                        rules.add(new ReplayRule(StopRule.byName(text).orElseThrow(), ReplayRule.FORKS));
                    }
                }
            }
        }
        double wanted = args.length > 1 ? Double.parseDouble(args[1]) : 0.88;
        CrossValidateRules validation = new CrossValidateRules(
                wanted, Replay.over(Path.of(args[0]), rules).rules());
        System.out.printf(
                Locale.ROOT,
                "%d settings, chosen on the rest: most time saved with at least %.0f %% within 3 %%%n",
                rules.size(),
                100 * wanted);
        validation.print("project", CrossValidateRules::project);
        validation.print("benchmark", row -> row.benchmark());
        List<BenchmarkReplay> standard = validation.grid.stream()
                .filter(rule -> rule.settings().equals(StopRule.standard().settings()))
                .findFirst()
                .orElseThrow()
                .benchmarks();
        System.out.println("the standard settings on all: " + words(standard));
    }

    private static String project(BenchmarkReplay row) {
        return row.benchmark().split("__|#")[0];
    }

    /** Excludes each group once. */
    private void print(String what, Function<BenchmarkReplay, String> group) {
        Map<String, List<String>> groups = grid.get(0).benchmarks().stream()
                .collect(Collectors.groupingBy(
                        group, TreeMap::new, Collectors.mapping(BenchmarkReplay::benchmark, Collectors.toList())));
        if (what.equals("project") && groups.size() == grid.get(0).benchmarks().size()) {
            return;
        }
        List<BenchmarkReplay> all = new ArrayList<>();
        Map<String, Integer> chosen = new TreeMap<>();
        groups.forEach((name, left) -> {
            ReplayRecord.RuleReplay best = chooseWithout(left);
            List<BenchmarkReplay> rows = rows(best, left, true);
            all.addAll(rows);
            chosen.merge(best.settings(), 1, Integer::sum);
            if (left.size() > 1) {
                System.out.printf("  without %s: %s -> %s%n", name, best.settings(), words(rows));
            }
        });
        System.out.printf(
                "leaving out one %s of %d: %s; settings chosen %s%n", what, groups.size(), words(all), chosen);
    }

    private ReplayRecord.RuleReplay chooseWithout(List<String> left) {
        return grid.stream()
                .max(Comparator.comparingDouble(rule -> {
                    List<BenchmarkReplay> rest = rows(rule, left, false);
                    double within = within(rest);
                    return within >= wanted ? 1 + saved(rest) : within;
                }))
                .orElseThrow();
    }

    private static List<BenchmarkReplay> rows(ReplayRecord.RuleReplay rule, List<String> left, boolean those) {
        return rule.benchmarks().stream()
                .filter(row -> left.contains(row.benchmark()) == those)
                .toList();
    }

    private static double within(List<BenchmarkReplay> rows) {
        return share(rows, BenchmarkReplay::deviationSame);
    }

    private static double share(List<BenchmarkReplay> rows, Function<BenchmarkReplay, Double> deviation) {
        return (double) rows.stream()
                        .filter(row -> Math.abs(deviation.apply(row)) <= Replay.TOLERANCE)
                        .count()
                / rows.size();
    }

    private static double saved(List<BenchmarkReplay> rows) {
        return 1
                - rows.stream().mapToDouble(BenchmarkReplay::seconds).sum()
                        / rows.stream()
                                .mapToDouble(BenchmarkReplay::fullSeconds)
                                .sum();
    }

    private static String words(List<BenchmarkReplay> rows) {
        return String.format(
                Locale.ROOT,
                "saved %.1f %%, same forks %.1f %%, other forks %.1f %% of %d",
                100 * saved(rows),
                100 * within(rows),
                100 * share(rows, row -> row.deviationOther().orElse(Double.NaN)),
                rows.size());
    }
}
