// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.settings.Shard;
import io.microbench.text.Counted;
import io.microbench.text.Sha256;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Divides the cases of a suite into shards, with the same result in every JVM and on every machine for the same cases.
 *
 * <p>Each unit ({@link CaseUnits}) is in one shard. Without recorded costs, the division depends on the names of the cases
 * and their number per unit ({@link Rendezvous}); with them, on the time of each case ({@link LongestFirst}). A case without
 * a recorded time has its planned time.
 *
 * <p>The shards of one suite belong together only if all were divided in the same way: from the same cases, and by the same
 * costs. {@link #mark} identifies the division. A run of a shard has it among its settings, so that a merge of shards can
 * reject others, and determine which are missing.
 */
public final class ShardCut {

    /** The name of the mark in a run record. */
    public static final String NAME = "shardCut";

    private static final String SOURCE = "computed";

    private static final Pattern SIZES = Pattern.compile("(\\d{1,9}(?:\\+\\d{1,9})*+) cases");

    private final Shard shard;
    private final SortedMap<String, Integer> shards = new TreeMap<>();

    private ShardCut(Shard shard) {
        this.shard = shard;
    }

    /**
     * Divides the cases.
     *
     * @param cases all cases of all shards
     * @param shard the requested shard, and the number of shards
     * @param costs recorded times of the cases; empty if unknown
     */
    public static ShardCut of(Collection<PlannedCase> cases, Shard shard, Optional<RecordedCosts> costs) {
        List<CaseUnit> units = CaseUnits.of(cases);
        List<UnitCost> loads = units.stream()
                .map(unit -> new UnitCost(unit.name(), weight(unit, costs)))
                .toList();
        Map<String, Integer> allotted =
                costs.isPresent() ? LongestFirst.shards(loads, shard.count()) : Rendezvous.shards(loads, shard.count());
        ShardCut cut = new ShardCut(shard);
        units.forEach(unit -> unit.cases()
                .forEach(planned -> cut.shards.put(planned.id().text(), allotted.getOrDefault(unit.name(), 1))));
        return cut;
    }

    private static long weight(CaseUnit unit, Optional<RecordedCosts> costs) {
        return costs.map(recorded -> unit.cases().stream()
                        .map(recorded::of)
                        .reduce(Duration.ZERO, Duration::plus)
                        .toMillis())
                .orElse((long) unit.cases().size());
    }

    /** Returns whether a case is in the requested shard. */
    public boolean has(CaseId id) {
        return shard.number() == shards.getOrDefault(id.text(), 0);
    }

    /** Returns whether there are any cases. */
    public boolean hasCases() {
        return !shards.isEmpty();
    }

    /** Returns the number of the shard and of its cases: {@code Shard 2/5: 13 of 61 cases}. */
    public String text() {
        return "Shard " + shard + ": " + counts().get(shard.number() - 1) + " of " + Counted.of(shards.size(), "case");
    }

    /**
     * Returns the mark of the division: the number of cases of each shard, and a digest of the shards of all cases. It is equal for
     * all shards that belong together, {@code 13+12+12+12+12 cases, SHA-256 0123456789abcdef...}.
     */
    public SettingValue mark() {
        StringBuilder all = new StringBuilder();
        shards.forEach(
                (name, number) -> all.append(name).append('\t').append(number).append('\n'));
        String counts = counts().stream().map(String::valueOf).collect(Collectors.joining("+"));
        return new SettingValue(NAME, counts + " cases, SHA-256 " + Sha256.of(all.toString()), SOURCE);
    }

    /** Returns the number of cases of each shard of a run's suite, the first shard first; empty if its record does not have them. */
    public static List<Integer> sizes(RunRecord run) {
        return run.settings().stream()
                .filter(setting -> setting.name().equals(NAME))
                .map(setting -> SIZES.matcher(setting.value()))
                .filter(Matcher::lookingAt)
                .findFirst()
                .map(found -> Arrays.stream(found.group(1).split("\\+"))
                        .map(Integer::valueOf)
                        .toList())
                .orElse(List.of());
    }

    private List<Long> counts() {
        Map<Integer, Long> known = new HashMap<>(
                shards.values().stream().collect(Collectors.groupingBy(number -> number, Collectors.counting())));
        List<Long> counts = new ArrayList<>();
        for (int number = 1; number <= shard.count(); number++) {
            counts.add(known.getOrDefault(number, 0L));
        }
        return counts;
    }
}
