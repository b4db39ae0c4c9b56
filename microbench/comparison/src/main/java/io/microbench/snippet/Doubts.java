/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.guard.Guard;
import io.microbench.guard.Guards;
import io.microbench.result.IterationResult;
import io.microbench.result.RunRecord;
import io.microbench.run.SurroundingsProbe;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Says what makes the numbers of codes doubtful: the machine, the arguments of the forks, and what their record shows. */
final class Doubts {

    private final Question question;
    private final RunRecord run;
    private final List<CodeResult> codes;

    Doubts(Question question, RunRecord run, List<CodeResult> codes) {
        this.question = question;
        this.run = run;
        this.codes = codes;
    }

    /** Returns one sentence for each doubt, the gravest first. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(ofNumbers());
        lines.addAll(ofMachine());
        return lines;
    }

    /** Returns why numbers may not be those of the codes at all. */
    List<String> ofNumbers() {
        return guards(Set.of(Guard.Kind.LEFT_OUT, Guard.Kind.TOO_FAST, Guard.Kind.FLAT));
    }

    /** Returns what disturbed the codes while they were measured, or may have. */
    List<String> ofMachine() {
        List<String> lines = new ArrayList<>();
        starved().ifPresent(lines::add);
        lines.addAll(guards(Set.of(Guard.Kind.PAUSES)));
        lines.addAll(SurroundingsProbe.warnings(run.environment(), question.jvmArgs()));
        lines.addAll(guards(Set.of(Guard.Kind.OUTLIERS)));
        return lines;
    }

    private List<String> guards(Set<Guard.Kind> kinds) {
        Map<String, CodeResult> byId = new HashMap<>();
        codes.forEach(code -> byId.put(code.result().id().text(), code));
        List<Guard> named = new ArrayList<>();
        for (Guard guard : Guards.of(run, kinds)) {
            CodeResult code = byId.get(guard.subject());
            if (code != null && isToldHere(guard.kind(), code)) {
                named.add(new Guard(guard.kind(), guard.cause(), name(code), message(guard, code)));
            }
        }
        return Guards.lines(named);
    }

    /** What the arguments say has been told; and Tukey's fences tell nothing of a few samples. */
    private static boolean isToldHere(Guard.Kind kind, CodeResult code) {
        return switch (kind) {
            case LEFT_OUT, TOO_FAST, FLAT, PAUSES -> true;
            case OUTLIERS -> code.samples().length >= CodeTable.EXTENDED_FROM;
            case DRIFT, COMPILER, CLOCK -> false;
        };
    }

    private static String message(Guard guard, CodeResult code) {
        return guard.kind() == Guard.Kind.TOO_FAST
                ? "a call takes " + Quantity.DURATION.format(code.nanos())
                        + ", no longer than a call of nothing: the compiler knew the result, or left out what nobody uses."
                        + " Return what is computed, and take what it is computed from out of --init-worker, such as"
                        + " --init-worker 'double x = 2'."
                : guard.message();
    }

    /** Returns one sentence for all codes: what disturbs one disturbs its neighbours. */
    private Optional<String> starved() {
        List<CodeResult> disturbed = codes.stream()
                .filter(code -> samples(code).anyMatch(IterationResult::starved))
                .toList();
        if (disturbed.isEmpty()) {
            return Optional.empty();
        }
        double longest = disturbed.stream()
                .flatMap(Doubts::samples)
                .flatMap(sample -> sample.signs().stream())
                .mapToDouble(signs -> signs.starvation())
                .max()
                .orElse(0);
        return Optional.of(String.format(
                Locale.ROOT,
                "%s%s: in %d of %d samples the workers waited for a processor, for up to %s of the time: calls are faster"
                        + " than that. Measure when the machine does nothing else, or with fewer workers (-c).",
                name(disturbed.get(0)),
                disturbed.size() > 1 ? " and " + (disturbed.size() - 1) + " more" : "",
                disturbed.stream()
                        .flatMap(Doubts::samples)
                        .filter(IterationResult::starved)
                        .count(),
                disturbed.stream().flatMap(Doubts::samples).count(),
                Numbers.percent(longest)));
    }

    private static Stream<IterationResult> samples(CodeResult code) {
        return code.result().forks().stream().flatMap(fork -> fork.measured().stream());
    }

    private static String name(CodeResult code) {
        return "\"" + code.name() + "\"" + (code.inputs().isEmpty() ? "" : " " + code.inputs());
    }
}
