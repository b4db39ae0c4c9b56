// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict.ForkAdvice;
import io.microbench.report.MethodWords.Rivals.Method;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats how the methods of a suite compare with each other, or the value of a single method. */
final class MethodWords {

    private static final int MOST_NAMES = 3;

    private final List<CaseResult> cases;
    private final Set<String> axes;
    private final List<Rivals> settings;

    private MethodWords(List<CaseResult> cases) {
        this.cases = cases;
        Map<String, Set<String>> values = new TreeMap<>();
        cases.forEach(result -> values(result.id())
                .forEach((name, value) ->
                        values.computeIfAbsent(name, none -> new TreeSet<>()).add(value)));
        values.values().removeIf(all -> all.size() < 2);
        this.axes = values.keySet();
        this.settings = settings();
    }

    static String of(List<CaseResult> cases) {
        MethodWords words = new MethodWords(cases);
        return switch (words.settings.size()) {
            case 0 -> words.alone();
            case 1 -> one(words.settings.get(0));
            default -> words.several();
        };
    }

    private static Map<String, String> values(CaseId id) {
        Map<String, String> values = new LinkedHashMap<>(id.parameters());
        values.put("threads", Integer.toString(id.threads()));
        id.mode().ifPresent(mode -> values.put("mode", mode));
        return values;
    }

    private String setting(CaseId id) {
        return values(id).entrySet().stream()
                .filter(value -> axes.contains(value.getKey()))
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Returns the settings in which several methods were measured, with intervals that hold simultaneously. */
    private List<Rivals> settings() {
        Map<String, List<Method>> methods = new LinkedHashMap<>();
        for (CaseResult result : cases) {
            String unit = result.score().orElseThrow().unit();
            ScoreUnit.parse(unit).ifPresent(parsed -> methods.computeIfAbsent(
                            setting(result.id()) + "\n" + unit, none -> new ArrayList<>())
                    .add(Method.of(result, parsed.higherIsBetter())));
        }
        methods.values().removeIf(same -> same.size() < 2);
        int pairs = methods.values().stream()
                .mapToInt(same -> same.size() * (same.size() - 1) / 2)
                .sum();
        double confidence = 1 - Confidence.OVER_FORKS.significance() / Math.max(1, pairs);
        List<Rivals> all = new ArrayList<>();
        methods.forEach(
                (setting, same) -> all.add(Rivals.of(setting.substring(0, setting.indexOf('\n')), same, confidence)));
        return all;
    }

    private static String one(Rivals rivals) {
        String at = rivals.setting().isEmpty() ? "" : " at " + rivals.setting();
        String fastest = rivals.fastest().name();
        if (rivals.isDecided()) {
            return rivals.others().size() == 1
                    ? rivals.others().get(0).name() + " is "
                            + Shares.slower(rivals.lead(rivals.others().get(0)).orElseThrow(), fastest)
                            + at
                    : fastest + " is the fastest of " + rivals.methods().size() + at + ", the others are at least "
                            + Shares.leastLost(rivals.leastLead().orElseThrow()) + " slower";
        }
        List<Method> open = rivals.open();
        if (rivals.others().size() == 1) {
            return undecided(rivals, open.get(0)) + at;
        }
        int behind = rivals.others().size() - open.size();
        return "no significant difference between "
                + names(Stream.concat(Stream.of(rivals.fastest()), open.stream())
                        .toList()) + at
                + (behind == 0 ? "" : ", the other " + (behind == 1 ? "one is" : behind + " are") + " slower");
    }

    private static String undecided(Rivals rivals, Method other) {
        String fastest = rivals.fastest().name();
        return rivals.lead(other)
                .map(speed -> "no significant difference between " + fastest + " and " + other.name() + " (" + fastest
                        + " is " + Shares.between(speed) + advice(rivals, other) + ")")
                .orElse("a single fork is not enough to compare " + fastest + " with " + other.name());
    }

    private static String advice(Rivals rivals, Method other) {
        OptionalInt needed = rivals.forksToTell(other);
        if (needed.isEmpty()) {
            return "";
        }
        return ForkAdvice.isReasonable(needed.getAsInt() - rivals.fewestForks(other))
                ? "; about " + needed.getAsInt() + " forks of each would show one"
                : "; " + ForkAdvice.BEYOND;
    }

    private String several() {
        Map<String, Long> won = settings.stream()
                .filter(Rivals::isDecided)
                .collect(Collectors.groupingBy(
                        rivals -> rivals.fastest().name(), LinkedHashMap::new, Collectors.counting()));
        int all = settings.size();
        if (won.isEmpty()) {
            return "no method is significantly the fastest for any of " + all + " " + kind();
        }
        if (won.size() == 1 && won.values().iterator().next() == all) {
            return always();
        }
        List<Map.Entry<String, Long>> winners = new ArrayList<>(won.entrySet());
        winners.sort(Map.Entry.<String, Long>comparingByValue().reversed());
        StringBuilder words = new StringBuilder(winners.get(0).getKey() + " is the fastest for "
                + winners.get(0).getValue() + " of " + all + " " + kind());
        winners.stream()
                .skip(1)
                .limit(MOST_NAMES - 1)
                .forEach(winner -> words.append(", " + winner.getKey() + " for " + winner.getValue()));
        long open = all - won.values().stream().mapToLong(Long::longValue).sum();
        return words + (open == 0 ? "" : ", and " + open + " undecided");
    }

    private String always() {
        int all = settings.size();
        Rivals first = settings.get(0);
        Comparator<Rivals> byLead =
                Comparator.comparingDouble(rivals -> rivals.leastLead().orElseThrow());
        Rivals least = settings.stream().min(byLead).orElseThrow();
        Rivals most = settings.stream().max(byLead).orElseThrow();
        Set<List<String>> others = settings.stream()
                .map(rivals -> rivals.others().stream().map(Method::name).toList())
                .collect(Collectors.toSet());
        if (others.size() == 1 && first.others().size() == 1) {
            return first.others().get(0).name() + " is slower than "
                    + first.fastest().name() + " for " + every(all) + ", " + by(least) + " and " + by(most);
        }
        return first.fastest().name() + " is the fastest for " + every(all)
                + ", the others are at least "
                + Shares.leastLost(least.leastLead().orElseThrow()) + " slower";
    }

    private static String by(Rivals rivals) {
        Interval lead = rivals.lead(rivals.others().get(0)).orElseThrow();
        return "by " + Shares.lost(lead) + " at " + rivals.setting();
    }

    private String every(int all) {
        return (all == 2 ? "both " : "all " + all + " ") + kind();
    }

    private String kind() {
        if (axes.size() != 1) {
            return "settings";
        }
        String axis = axes.iterator().next();
        return axis.equals("threads") ? "numbers of threads" : axis.equals("mode") ? "modes" : "values of " + axis;
    }

    /** Returns the text for one method: its values at both ends of the measured settings. */
    private String alone() {
        CaseResult low = extreme(true);
        CaseResult high = extreme(false);
        if (low.equals(high)) {
            return words(low);
        }
        boolean sameMethod = low.id().method().equals(high.id().method());
        return (sameMethod ? low.id().method() + " goes" : "scores go") + " from " + value(low) + " at "
                + place(low, sameMethod) + " to " + value(high) + " at " + place(high, sameMethod);
    }

    private CaseResult extreme(boolean least) {
        String unit = cases.get(0).score().orElseThrow().unit();
        Comparator<CaseResult> byValue =
                Comparator.comparingDouble(result -> Forks.of(result).value());
        List<CaseResult> alike = cases.stream()
                .filter(result -> result.score().orElseThrow().unit().equals(unit))
                .toList();
        return (least ? alike.stream().min(byValue) : alike.stream().max(byValue)).orElseThrow();
    }

    private String place(CaseResult result, boolean sameMethod) {
        return sameMethod ? setting(result.id()) : result.id().displayName();
    }

    private static String words(CaseResult result) {
        Forks forks = Forks.of(result);
        String name = result.id().displayName();
        return Double.isNaN(forks.low())
                ? name + " measured " + value(result) + " in a single fork, without an interval"
                : name + " measures " + value(result) + " over "
                        + Counted.of(forks.values().size(), "fork");
    }

    private static String value(CaseResult result) {
        Forks forks = Forks.of(result);
        String unit = result.score().orElseThrow().unit();
        return (Double.isNaN(forks.low())
                        ? Numbers.score(forks.value())
                        : Numbers.score(forks.low()) + " to " + Numbers.score(forks.high()))
                + " " + unit;
    }

    private static String names(List<Method> methods) {
        List<String> names = methods.stream().map(Method::name).toList();
        if (names.size() > MOST_NAMES) {
            return Counted.first(MOST_NAMES, names);
        }
        return names.size() == 1
                ? names.get(0)
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    /** The methods of a suite that were measured in one setting: with the same parameters, threads and mode. */
    record Rivals(String setting, List<Method> methods, double confidence) {

        record Method(String name, Forks forks, boolean higherIsBetter) {

            static Method of(CaseResult result, boolean higherIsBetter) {
                return new Method(result.id().method(), Forks.of(result), higherIsBetter);
            }

            private double estimate() {
                return forks.value();
            }
        }

        static Rivals of(String setting, List<Method> methods, double confidence) {
            Comparator<Method> slowest = Comparator.comparingDouble(Method::estimate);
            List<Method> sorted = new ArrayList<>(methods);
            sorted.sort(methods.get(0).higherIsBetter() ? slowest.reversed() : slowest);
            return new Rivals(setting, List.copyOf(sorted), confidence);
        }

        Method fastest() {
            return methods.get(0);
        }

        List<Method> others() {
            return methods.subList(1, methods.size());
        }

        /** Returns the interval of the speed of the fastest over that of another; empty if one of them has a single fork. */
        Optional<Interval> lead(Method other) {
            return fastest().forks().haveRatios() && other.forks().haveRatios()
                    ? ratio(other).interval(confidence)
                    : Optional.empty();
        }

        boolean leads(Method other) {
            return lead(other).filter(speed -> speed.low() > 1).isPresent();
        }

        boolean isDecided() {
            return others().stream().allMatch(this::leads);
        }

        List<Method> open() {
            return others().stream().filter(other -> !leads(other)).toList();
        }

        /** Returns the smallest lead of the fastest, as a ratio of speeds; empty unless it leads all. */
        OptionalDouble leastLead() {
            return isDecided()
                    ? others().stream()
                            .mapToDouble(other -> lead(other).orElseThrow().low())
                            .min()
                    : OptionalDouble.empty();
        }

        /** Returns how many forks each of two methods would most likely need for a significant difference; empty if unknown. */
        OptionalInt forksToTell(Method other) {
            return ratio(other).forksToDecide(0, confidence);
        }

        int fewestForks(Method other) {
            ForkRatio ratio = ratio(other);
            return Math.min(ratio.baselineForks(), ratio.candidateForks());
        }

        private ForkRatio ratio(Method other) {
            return fastest().higherIsBetter()
                    ? other.forks().ratioOf(fastest().forks())
                    : fastest().forks().ratioOf(other.forks());
        }
    }
}
