// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.stats.Interval;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The reference that the alternatives of a benchmark are compared with: a method, a value of a parameter, or a variant.
 *
 * <p>{@code unpooledHeap} compares every case with the case of that method that has the same parameters and threads, {@code map=HashMap}
 * with the case with that value, {@code threads=1} with the case with that number of threads, and {@code zgc} or {@code variant=zgc} with
 * the case of that variant. If a method and a variant have the same name, the method is the reference.
 */
public final class Reference {

    /** The text shown instead of a ratio between cases whose nodes differ; a warning gives the reason. */
    static final String UNLIKE = "different nodes";

    private static final String THREADS = "threads=";

    private final String text;
    private final List<CaseResult> cases;

    private final RunRecord run;

    private Reference(String text, RunRecord run) {
        this.run = run;
        this.cases = run.cases().stream().filter(c -> c.score().isPresent()).toList();
        this.text = inFull(text, cases.stream().map(CaseResult::id).toList());
    }

    /** Adds the parameter's name to a reference that is only the name of a variant. */
    private static String inFull(String name, List<CaseId> ids) {
        boolean isVariant = ids.stream().noneMatch(id -> id.method().equals(name))
                && ids.stream().anyMatch(id -> name.equals(id.parameters().get(JvmVariant.PARAMETER)));
        return isVariant ? JvmVariant.PARAMETER + "=" + name : name;
    }

    /** Returns whether a reference matches one of the cases. Always true for a thread count, because cases may be added during the run. */
    public static boolean isAmong(List<CaseId> ids, String name) {
        String text = inFull(name, ids);
        return text.startsWith(THREADS) || ids.stream().anyMatch(id -> id.equals(counterpart(id, text)));
    }

    /** Returns the reference; empty if no case with a score matches it. */
    static Optional<Reference> find(String text, RunRecord run) {
        Reference reference = new Reference(text, run);
        return reference.cases.stream().anyMatch(c -> c.id().equals(counterpart(c.id(), reference.text)))
                ? Optional.of(reference)
                : Optional.empty();
    }

    /** Returns the case with which the given case is compared; empty if it does not exist or has a different unit. */
    Optional<CaseResult> of(CaseResult result) {
        CaseId counterpart = counterpart(result.id(), text);
        return cases.stream()
                .filter(c -> c.id().equals(counterpart))
                .filter(c -> result.score().isPresent()
                        && unit(c).equals(result.score().get().unit()))
                .findFirst();
    }

    /** Formats the comparison of a case with its counterpart; empty without a counterpart. */
    String relation(CaseResult result) {
        return of(result).map(other -> relation(result, other)).orElse("");
    }

    private String relation(CaseResult result, CaseResult other) {
        if (other.id().equals(result.id())) {
            return "reference";
        }
        return NodeSimilarity.obstacle(run, List.of(result, other)).isPresent()
                ? UNLIKE
                : Relation.of(Forks.of(result), Forks.of(other), unit(other)).text();
    }

    private static CaseId counterpart(CaseId id, String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return id.withMethod(text);
        }
        String name = text.substring(0, equals);
        String value = text.substring(equals + 1);
        if (text.startsWith(THREADS) && value.matches("[1-9]\\d{0,8}")) {
            return id.withThreads(Integer.parseInt(value));
        }
        SortedMap<String, String> parameters = new TreeMap<>(id.parameters());
        parameters.put(name, value);
        return new CaseId(id.className(), id.method(), parameters, id.threads(), id.mode());
    }

    private static String unit(CaseResult result) {
        return result.score().map(score -> score.unit()).orElse("");
    }

    /** The ratio of a case's speed to that of its reference: above 1 if the case is faster. */
    record Relation(double value, double reference, String unit, double low, double high) {
        static Relation of(Forks forks, Forks reference, String unit) {
            Optional<Interval> interval = forks.over(reference);
            double low = interval.map(Interval::low).orElse(Double.NaN);
            double high = interval.map(Interval::high).orElse(Double.NaN);
            boolean more = higherIsBetter(unit);
            return new Relation(forks.value(), reference.value(), unit, more ? low : 1 / high, more ? high : 1 / low);
        }

        double ratio() {
            if (value < 0 || reference < 0) {
                return Double.NaN;
            }
            return higherIsBetter(unit) ? value / reference : reference / value;
        }

        /** Returns whether the interval includes 1 or is unknown. */
        boolean mayBeEqual() {
            return !(low > 1 || high < 1);
        }

        /** Formats the ratio: {@code 2.15x slower}, {@code 1.20x faster}, {@code ≈ 1.01x} if the interval includes 1. */
        String text() {
            double ratio = ratio();
            if (Double.isNaN(ratio)) {
                return Numbers.NONE;
            }
            if (mayBeEqual()) {
                return "≈ " + times(ratio);
            }
            return ratio >= 1 ? times(ratio) + " faster" : times(1 / ratio) + " slower";
        }

        private static boolean higherIsBetter(String unit) {
            return ScoreUnit.parse(unit).map(ScoreUnit::higherIsBetter).orElse(false);
        }

        private static String times(double ratio) {
            return Double.isInfinite(ratio) ? "∞ x" : Numbers.fixed(ratio, 2) + "x";
        }
    }
}
