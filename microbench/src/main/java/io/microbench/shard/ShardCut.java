// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.shard;

import io.microbench.plan.PlannedCase;
import io.microbench.plan.Shard;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
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
 * Cuts the cases of a suite into shards, the same in every JVM and on every machine that is given the same cases.
 *
 * <p>Each unit ({@link CaseUnits}) is in one shard. Without recorded costs what counts is the names of the cases and how many
 * a unit has ({@link Rendezvous}); with them, the time that each took ({@link LongestFirst}). The time of a case that
 * the record does not know is the one that is planned for it.
 *
 * <p>The shards of one suite belong together only if all were cut in the same way: from the same cases, and by the same
 * record. {@link #mark} says which way that is. A run of a shard has it among its settings, so that whoever puts shards
 * together again can refuse others, and know which are missing.
 */
public final class ShardCut {

    /** The name under which a run record has the mark. */
    public static final String NAME = "shardCut";

    private static final String SOURCE = "computed";

    private static final Pattern SIZES = Pattern.compile("(\\d{1,9}(?:\\+\\d{1,9})*+) cases");

    private final Shard shard;
    private final SortedMap<String, Integer> shards = new TreeMap<>();

    private ShardCut(Shard shard) {
        this.shard = shard;
    }

    /**
     * Cuts the cases.
     *
     * @param cases all of them, whichever shard they are to be in
     * @param shard which one is asked for, and of how many
     * @param costs what the cases took before; empty where that is not known
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

    /** Returns whether a case is in the shard that was asked for. */
    public boolean has(CaseId id) {
        return shard.number() == shards.getOrDefault(id.text(), 0);
    }

    /** Returns whether there were cases to cut. */
    public boolean hasCases() {
        return !shards.isEmpty();
    }

    /** Returns which shard this is and what is in it: {@code Shard 2/5: 13 of 61 cases}. */
    public String text() {
        return "Shard " + shard + ": " + counts().get(shard.number() - 1) + " of " + Counted.of(shards.size(), "case");
    }

    /**
     * Returns how the suite was cut: the number of cases of each shard, and a digest of which case is in which. It is equal for all
     * shards that belong together, {@code 13+12+12+12+12 cases, SHA-256 0123456789abcdef...}.
     */
    public SettingValue mark() {
        StringBuilder all = new StringBuilder();
        shards.forEach(
                (name, number) -> all.append(name).append('\t').append(number).append('\n'));
        String counts = counts().stream().map(String::valueOf).collect(Collectors.joining("+"));
        return new SettingValue(NAME, counts + " cases, SHA-256 " + Sha256.of(all.toString()), SOURCE);
    }

    /**
     * Returns how many cases each shard has of the suite that a run is a part of, the first shard first; empty where its record, which
     * may be anybody's, does not tell.
     */
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
