// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.Drift;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A warning about a score.
 *
 * <p>Warnings are derived from the record alone, so older runs have the same warnings. Fields that are missing in records
 * of earlier versions cause no warnings.
 *
 * @param kind the kind of warning
 * @param cause a few words that distinguish it from other warnings of its kind; empty if the kind is sufficient
 * @param subject the text of the case's id; empty if it is about the whole run
 * @param message the observation and what to do, as a sentence that follows the name of the case
 */
public record Warning(Kind kind, String cause, String subject, String message) {

    private static final int MOST_NAMES = 3;

    /** Returns a short form of the warning for display beside a score: {@code paused: garbage collection}. */
    public String mark() {
        return cause.isEmpty() ? kind.words() : kind.words() + ": " + cause;
    }

    /** Returns the warnings about a run, by kind, and within a kind in the order of its cases. */
    public static List<Warning> of(RunRecord run) {
        List<Warning> warnings = new ArrayList<>();
        BudgetWarning.of(run).ifPresent(warnings::add);
        NodeSimilarity.obstacle(run, run.cases()).map(Warning::nodes).ifPresent(warnings::add);
        run.calibration().flatMap(calibration -> drift("", calibration)).ifPresent(warnings::add);
        run.nodes().orElse(List.of()).forEach(node -> node.calibration()
                .flatMap(calibration -> drift(" on node " + node.name(), calibration))
                .ifPresent(warnings::add));
        run.cases().stream()
                .filter(c -> c.status() == CaseResult.Status.DONE)
                .forEach(c -> warnings.addAll(new CaseWarnings(run, c).all()));
        warnings.sort(Comparator.comparing(Warning::kind));
        return List.copyOf(warnings);
    }

    /** Returns the warnings about a run for a display, in the order of {@link #of(RunRecord)}. */
    public static List<Warning> of(RunRecord run, Screen screen) {
        return of(run).stream()
                .filter(warning -> warning.kind().isShownIn(screen))
                .toList();
    }

    /** Returns a warning about a case, with a format for its message. */
    static Warning of(CaseResult result, Kind kind, String cause, String format, Object... arguments) {
        return new Warning(kind, cause, result.id().text(), String.format(Locale.ROOT, format, arguments));
    }

    private static Warning nodes(String difference) {
        return new Warning(
                Kind.NODES,
                "",
                "",
                "Cases were measured on nodes whose results cannot be compared: " + difference
                        + ". Ratios, curves and verdicts never combine cases from such nodes.");
    }

    private static Optional<Warning> drift(String where, Calibration calibration) {
        String works = Stream.of(work("CPU", calibration.cpu()).stream(), work("memory", calibration.memory()).stream())
                .flatMap(Function.identity())
                .collect(Collectors.joining(" and "));
        return works.isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        Kind.DRIFT,
                        "",
                        "",
                        "The machine's speed changed during the run" + where + ": " + works + " its median time ("
                                + calibration.rounds().size() + " checks). Compare cases with"
                                + " -Dmicrobench.order=interleaved, or find out what else was running."));
    }

    /** Returns the share of the iterations of cases that waited for a processor, in words; empty if none did. */
    public static Optional<String> busy(Collection<CaseResult> cases) {
        List<CaseReach> reaches = cases.stream()
                .filter(c -> c.status() == CaseResult.Status.DONE)
                .map(CaseReach::of)
                .toList();
        double waited = reaches.stream().mapToLong(CaseReach::starved).sum();
        return waited == 0
                ? Optional.empty()
                : Optional.of(Numbers.percent(waited
                                / reaches.stream()
                                        .mapToLong(CaseReach::iterations)
                                        .sum())
                        + " of the iterations waited for a processor");
    }

    private static Optional<String> work(String name, Optional<Drift> drift) {
        return drift.filter(Drift::isWorthAWarning)
                .map(d -> "the fixed " + name + " task took " + Numbers.fixed(1 + d.low(), 2) + "x to "
                        + Numbers.fixed(1 + d.high(), 2) + "x");
    }

    /** Returns one line per cause: the warning about its first case, and the names of the other cases. */
    public static List<String> lines(List<Warning> warnings) {
        Map<Kind, Map<String, List<Warning>>> kinds = new EnumMap<>(Kind.class);
        List<String> lines = new ArrayList<>();
        for (Warning warning : warnings) {
            if (warning.subject().isEmpty()) {
                lines.add(warning.message());
            } else {
                kinds.computeIfAbsent(warning.kind(), kind -> new LinkedHashMap<>())
                        .computeIfAbsent(warning.cause(), cause -> new ArrayList<>())
                        .add(warning);
            }
        }
        kinds.values().forEach(causes -> causes.values().forEach(same -> lines.add(line(same))));
        return lines;
    }

    /** Returns a few words for each cause, with the number of warnings: {@code paused: garbage collection (2 cases)}. */
    public static List<String> marks(List<Warning> warnings) {
        Map<String, Long> marks = new LinkedHashMap<>();
        warnings.forEach(warning -> marks.merge(warning.mark(), 1L, Long::sum));
        return marks.entrySet().stream()
                .map(mark -> mark.getKey() + (mark.getValue() == 1 ? "" : " (" + mark.getValue() + " cases)"))
                .toList();
    }

    private static String line(List<Warning> same) {
        Warning first = same.get(0);
        String line = first.subject() + ": " + first.message();
        List<String> others = same.stream()
                .map(Warning::subject)
                .filter(subject -> !subject.equals(first.subject()))
                .distinct()
                .toList();
        return others.isEmpty() ? line : line + " Also in " + Counted.first(MOST_NAMES, others) + ".";
    }

    /**
     * Returns the measured iterations of a case that are outside Tukey's fences, computed from all its iterations; all
     * statistics include these outliers.
     */
    public static double[] outliers(CaseResult result) {
        return CaseWarnings.outliers(result);
    }

    /** Displays that show only some kinds of warnings; the reports of a run show all kinds. */
    public enum Screen {
        /**
         * A comparison of two builds. Its forks alternate, so the machine's drift affects both builds; its medians are robust to outliers.
         */
        COMPARISON,
        /** Snippets: the arguments of their forks are checked instead of the environment. */
        SNIPPETS
    }

    public enum Concern {
        /** The score may not reflect the code, or excludes measurements. */
        SCORE,
        MACHINE,
        SPREAD
    }

    /** The kinds of warnings, in the order of the reports, the most important first. */
    public enum Kind {
        /** The forks could not compile like JVMs in production. */
        COMPILER("not fully compiled", Concern.SCORE, Screen.COMPARISON),
        /** Forks or scores are excluded from the statistics. */
        LEFT_OUT("left out", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** No unit of asynchronous work was completed: the score does not reflect the work. */
        NO_UNIT("no unit completed", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** The rate is higher than the counted operations allow. */
        RATE("rate too high", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        CLOCK("too short for the clock", Concern.SCORE, Screen.COMPARISON),
        TOO_FAST("no longer than an empty call", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** The run was stopped before the last fork of the case. */
        STOPPED("stopped early", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** The time budget ended before some cases had their smallest number of forks. */
        BUDGET("the budget was too short", Concern.SCORE),
        /** Cases were measured on nodes that differ, and cannot be compared. */
        NODES("measured on different nodes", Concern.MACHINE),
        DRIFT("the machine drifted", Concern.MACHINE),
        /** Other activity on the machine used some of the iterations' time. */
        PAUSES("paused", Concern.MACHINE, Screen.COMPARISON, Screen.SNIPPETS),
        OUTLIERS("outliers", Concern.SPREAD, Screen.SNIPPETS);

        private final String words;
        private final Concern concern;

        @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable, but its type does not show it
        private final Set<Screen> screens;

        Kind(String words, Concern concern, Screen... screens) {
            this.words = words;
            this.concern = concern;
            this.screens = Set.of(screens);
        }

        public String words() {
            return words;
        }

        public Concern concern() {
            return concern;
        }

        public boolean isShownIn(Screen screen) {
            return screens.contains(screen);
        }
    }
}
