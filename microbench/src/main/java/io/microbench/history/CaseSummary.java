// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.microbench.result.CaseResult;
import io.microbench.result.ClassDictionary;
import io.microbench.result.DecisiveFacts;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RecordNumbers;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import io.microbench.text.Redaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Summarizes one case of one run for a history.
 *
 * @param id the id of the case, {@code package.Class.method:size=1024,threads=4}
 * @param mode JMH's mode
 * @param unit unit of all values, {@code ops/ms} or {@code ns/op}, which matches the mode
 * @param value value over forks, {@link ForkEstimate#value()}
 * @param interval interval over forks at {@link Confidence#OVER_FORKS}; empty with one fork
 * @param allocatedBytes bytes allocated per operation, 0 or more; empty if not measured
 * @param forkValues the values of the forks with a value ({@link ForkResult#value}), in the order in which they ran
 * @param setup the environment and configuration of the forks
 * @param starvedShare share, in 0..1, of the measured iterations that were starved ({@link CaseResult#starvedShare}); empty if unknown
 * @param code the code that it ran; empty if unknown
 */
public record CaseSummary(
        String id,
        Mode mode,
        String unit,
        double value,
        Optional<Interval> interval,
        OptionalDouble allocatedBytes,
        List<Double> forkValues,
        ForkSetup setup,

        // The next two values are missing in documents of earlier versions, and omitted if they are empty.
        @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble starvedShare,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ExecutedCode> code) {

    public CaseSummary {
        Check.notEmpty("case id", id);
        ScoreUnit.of(mode, unit);
        Check.finite("value", value);
        interval.ifPresent(i -> {
            Check.finite("lower end of the interval", i.low());
            Check.finite("upper end of the interval", i.high());
        });
        allocatedBytes.ifPresent(bytes -> Check.finite("allocated bytes", bytes));
        forkValues = Check.finite("fork value", forkValues);
        starvedShare.ifPresent(share -> RecordNumbers.share(share, "starvedShare"));
    }

    /** Summarizes a case; empty if it cannot be compared, because no fork has a value or it ran inside the host ({@code forks=0}). */
    public static Optional<CaseSummary> of(CaseResult result, RunRecord run) {
        return of(result, run, new ClassDictionary());
    }

    /** Summarizes a case, and adds the classes that it loaded to the dictionary. */
    static Optional<CaseSummary> of(CaseResult result, RunRecord run, ClassDictionary dictionary) {
        double[] values = result.forkValues();
        if (result.status() != CaseResult.Status.DONE
                || result.plan().inProcess()
                || result.score().isEmpty()
                || values.length == 0) {
            return Optional.empty();
        }
        ForkEstimate estimate = ForkEstimate.of(values);
        ForkResult first = result.forksWithValue().get(0);
        Metric allocation = result.secondary().get(Metric.ALLOCATION);
        return Optional.of(new CaseSummary(
                result.id().text(),
                result.plan().mode(),
                result.score().get().unit(),
                estimate.value(),
                estimate.interval(Confidence.OVER_FORKS.level())
                        .filter(i -> Double.isFinite(i.low()) && Double.isFinite(i.high())),
                allocation == null || !Double.isFinite(allocation.score())
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(allocation.score()),
                Arrays.stream(values).boxed().toList(),
                new ForkSetup(
                        first.vm(), result.plan().jvmArgs(), first.blackholeMode(), DecisiveFacts.known(run, result)),
                result.starvedShare(),
                ExecutedCode.of(run.code(result), dictionary)));
    }

    public boolean higherIsBetter() {
        return mode.higherIsBetter();
    }

    /** Returns whether most of the measured iterations were starved. Such a value remains in the history, but is not judged. */
    public boolean mostlyStarved() {
        return starvedShare.orElse(0) > CaseResult.MOSTLY_STARVED;
    }

    /** Returns whether the values of all forks are above 0, which a ratio requires. */
    public boolean hasRatio() {
        for (double value : forkValues) {
            if (value <= 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the value can be judged: it has a ratio and is not mostly starved. */
    boolean isUsable() {
        return hasRatio() && !mostlyStarved();
    }

    /** Returns whether this is the same summary, ignoring values that one of the two lacks because an earlier version wrote it. */
    boolean isSame(CaseSummary other) {
        return knownTo(other).equals(other.knownTo(this));
    }

    private CaseSummary knownTo(CaseSummary other) {
        OptionalDouble share = other.starvedShare.isPresent() ? starvedShare : OptionalDouble.empty();
        return new CaseSummary(
                id,
                mode,
                unit,
                value,
                interval,
                allocatedBytes,
                forkValues,
                setup.knownTo(other.setup),
                share,
                other.code.flatMap(its -> code).map(its -> new ExecutedCode(its.digest(), "")));
    }

    CaseSummary in(String other) {
        double factor = ScoreUnit.factor(unit, other);
        return new CaseSummary(
                id,
                mode,
                other,
                value * factor,
                interval.map(i -> new Interval(i.low() * factor, i.high() * factor, i.confidence())),
                allocatedBytes,
                forkValues.stream().map(each -> each * factor).toList(),
                setup,
                starvedShare,
                code);
    }

    /** Returns whether both are known to have run the same code in the same JVM with the same arguments; false if the code is unknown. */
    public boolean ranSameCode(CaseSummary other) {
        Optional<String> digest = code.map(ExecutedCode::digest);
        return digest.isPresent() && digest.equals(other.code.map(ExecutedCode::digest)) && setup.equals(other.setup);
    }

    /** Returns the number of forks on which the value is based, at least 1. */
    public int forks() {
        return forkValues.size();
    }

    /**
     * Identifies the code that a case ran.
     *
     * @param digest 12 hexadecimal digits ({@link ClassDictionary#digest})
     * @param classes the numbers of the classes in the run's dictionary, as ranges; empty if they were not read
     */
    public record ExecutedCode(String digest, String classes) {

        private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{12}");

        public ExecutedCode {
            if (!DIGEST.matcher(digest).matches() || !ClassDictionary.areRanges(classes)) {
                throw new IllegalArgumentException("code: digest \"" + digest + "\", classes \"" + classes
                        + "\"; expected 12 hexadecimal digits, and ranges of numbers");
            }
        }

        static Optional<ExecutedCode> of(Map<String, String> code, ClassDictionary dictionary) {
            return ClassDictionary.digest(code).map(digest -> new ExecutedCode(digest, dictionary.add(code)));
        }
    }

    /**
     * The environment and the configuration of the forks of a case.
     *
     * @param vm name and version of the forks' virtual machine, which may differ from the host's
     * @param jvmArgs all requested JVM arguments, in the order of the command line; secrets are masked
     * @param blackholeMode how JMH consumed results: {@code compiler} or {@code full}; may be empty
     * @param facts other known facts that rule out a comparison if they differ ({@link io.microbench.result.DecisiveFacts}), each as
     *     {@code name=value}
     */
    public record ForkSetup(
            String vm,
            List<String> jvmArgs,
            String blackholeMode,

            // Facts are missing in documents of earlier versions, and omitted if there are none.
            @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
            List<String> facts) {

        public ForkSetup {
            jvmArgs = Redaction.arguments(jvmArgs);
            facts = List.copyOf(facts);
        }

        private static Map<String, String> byName(List<String> facts) {
            Map<String, String> byName = new TreeMap<>();
            facts.forEach(fact -> byName.put(fact.replaceFirst("=.*", ""), fact));
            return byName;
        }

        List<String> words() {
            List<String> words = new ArrayList<>(facts);
            words.addAll(List.of(
                    "VM of the forks=" + vm,
                    "JVM arguments=" + String.join(" ", jvmArgs),
                    "Blackhole mode=" + blackholeMode));
            return words;
        }

        /** Returns whether values with both setups are comparable; ignores facts that one of them lacks. */
        boolean compares(ForkSetup other) {
            return knownTo(other).equals(other.knownTo(this));
        }

        /** Returns a copy of this with only the facts that the other setup also has, possibly with other values. */
        ForkSetup knownTo(ForkSetup other) {
            Map<String, String> known = byName(facts);
            known.keySet().retainAll(byName(other.facts).keySet());
            return new ForkSetup(vm, jvmArgs, blackholeMode, List.copyOf(known.values()));
        }

        ForkSetup with(ForkSetup other) {
            Map<String, String> known = byName(other.facts);
            known.putAll(byName(facts));
            return new ForkSetup(vm, jvmArgs, blackholeMode, List.copyOf(known.values()));
        }
    }
}
