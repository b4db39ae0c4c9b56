// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.Drift;
import io.microbench.result.CaseResult;
import io.microbench.result.Likeness;
import io.microbench.result.RunRecord;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the warnings about the scores of a run.
 *
 * <p>Uses only the record, so older runs have the same warnings; fields that are missing in records of earlier versions
 * cause no warnings.
 */
public final class Guards {

    private static final int MOST_NAMES = 3;

    private Guards() {}

    /** Returns the warnings about a run, by kind, and within a kind in the order of its cases. */
    public static List<Guard> of(RunRecord run) {
        List<Guard> guards = new ArrayList<>();
        Likeness.obstacle(run, run.cases()).map(Guards::nodes).ifPresent(guards::add);
        run.calibration().ifPresent(calibration -> guards.addAll(drifts(": the", calibration)));
        run.nodes().orElse(List.of()).forEach(node -> node.calibration()
                .ifPresent(calibration -> guards.addAll(drifts(" on node " + node.name() + ": the", calibration))));
        run.cases().stream()
                .filter(c -> c.status() == CaseResult.Status.DONE)
                .forEach(c -> guards.addAll(new CaseGuards(run, c).all()));
        guards.addAll(FlatScores.of(run));
        guards.sort(Comparator.comparing(Guard::kind));
        return List.copyOf(guards);
    }

    /** Returns the warnings about a run for a display, in the order of {@link #of(RunRecord)}. */
    public static List<Guard> of(RunRecord run, Guard.Screen screen) {
        return of(run).stream().filter(guard -> guard.kind().isShownIn(screen)).toList();
    }

    private static Guard nodes(String difference) {
        return new Guard(
                Guard.Kind.NODES,
                "",
                "",
                "Cases were measured on nodes whose numbers cannot be compared: " + difference
                        + ". Cases from such nodes have no common ratios, curves and verdicts.");
    }

    private static List<Guard> drifts(String where, Calibration calibration) {
        return Stream.concat(
                        drift(where + " same processor", calibration.cpu(), calibration).stream(),
                        drift(where + " same memory", calibration.memory(), calibration).stream())
                .toList();
    }

    private static Optional<Guard> drift(String what, Optional<Drift> drift, Calibration calibration) {
        return drift.filter(Drift::isWorthAWarning)
                .map(d -> new Guard(
                        Guard.Kind.DRIFT,
                        "",
                        "",
                        String.format(
                                Locale.ROOT,
                                "The machine's speed changed during the run%s work took %sx to %sx its median"
                                        + " time (%d checks). Compare cases with"
                                        + " -Dmicrobench.order=interleaved, or find out what else ran.",
                                what,
                                Numbers.fixed(1 + d.low(), 2),
                                Numbers.fixed(1 + d.high(), 2),
                                calibration.rounds().size())));
    }

    /** Returns one line for each cause: the warning about its first case, and the other cases with the same cause. */
    public static List<String> lines(List<Guard> guards) {
        Map<Guard.Kind, Map<String, List<Guard>>> kinds = new EnumMap<>(Guard.Kind.class);
        List<String> lines = new ArrayList<>();
        for (Guard guard : guards) {
            if (guard.subject().isEmpty()) {
                lines.add(guard.message());
            } else {
                kinds.computeIfAbsent(guard.kind(), kind -> new LinkedHashMap<>())
                        .computeIfAbsent(guard.cause(), cause -> new ArrayList<>())
                        .add(guard);
            }
        }
        kinds.values().forEach(causes -> causes.values().forEach(same -> lines.add(line(same))));
        return lines;
    }

    private static String line(List<Guard> same) {
        Guard first = same.get(0);
        String line = first.subject() + ": " + first.message();
        List<String> others = same.stream()
                .map(Guard::subject)
                .filter(subject -> !subject.equals(first.subject()))
                .distinct()
                .toList();
        if (others.isEmpty()) {
            return line;
        }
        String names = others.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return line + " Also in " + names
                + (others.size() > MOST_NAMES ? " and " + (others.size() - MOST_NAMES) + " more." : ".");
    }

    /**
     * Returns the measured iterations of a case that are outside Tukey's fences over all of them; they are part of all
     * numbers.
     */
    public static double[] outliers(CaseResult result) {
        return CaseGuards.outliers(result);
    }
}
