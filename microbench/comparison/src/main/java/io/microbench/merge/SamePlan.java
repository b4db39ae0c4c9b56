// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.merge;

import io.microbench.plan.ShardCut;
import io.microbench.result.Environment;
import io.microbench.result.SettingValue;
import io.microbench.settings.Profiling;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks that shards are parts of one plan: the same code, measured by the same tools with the same settings. */
final class SamePlan {

    /** Settings of the shard, its machine and its folders, which may differ. */
    private static final Set<String> OWN = Set.of(
            ShardRun.SETTING,
            ShardCut.NAME,
            "microbench.shardCosts",
            "microbench.output",
            "perfReportDir",
            "microbench.baselineDir",
            "microbench.nodes",
            "microbench.join");

    /** The prefix of settings by which the nodes of a shard connect. */
    private static final String CLUSTER = "microbench.cluster.";

    /** Digits of a digest that messages show. */
    private static final int SHOWN = 12;

    private SamePlan() {}

    /**
     * Compares all shards with the first.
     *
     * @throws MergeException if one has a different plan; the message names both shards, the difference, and both
     *     values
     */
    static void check(List<ShardRun> shards) {
        ShardRun first = shards.get(0);
        shards.forEach(other -> check(first, other));
    }

    private static void check(ShardRun one, ShardRun other) {
        if (one.shard().count() != other.shard().count()) {
            throw different(
                    one,
                    other,
                    "the number of shards",
                    one.shard().toString(),
                    other.shard().toString());
        }
        if (!one.cut().equals(other.cut())) {
            throw new MergeException(one.place() + " and " + other.place() + " were cut in different ways: " + cut(one)
                    + " in the one and " + cut(other)
                    + " in the other, so that a case may be in both or in none. Run all"
                    + " shards with the same cases, number of shards and microbench.shardCosts");
        }
        Environment here = one.run().environment();
        Environment there = other.run().environment();
        same(one, other, "the commit", commit(here), commit(there));
        if (here.classPath().isPresent() && there.classPath().isPresent()) {
            same(one, other, "the class path", classPath(here), classPath(there));
        }
        same(one, other, "the version of Microbench", here.harness(), there.harness());
        same(one, other, "the version of JMH", here.jmh(), there.jmh());
        Map<String, String> settings = settings(one);
        Map<String, String> others = settings(other);
        Set<String> names = new TreeSet<>(settings.keySet());
        names.addAll(others.keySet());
        for (String name : names) {
            same(
                    one,
                    other,
                    "the setting " + name,
                    settings.getOrDefault(name, "not set"),
                    others.getOrDefault(name, "not set"));
        }
    }

    private static boolean isOwn(SettingValue setting) {
        return OWN.contains(setting.name())
                || Profiling.SETTINGS.contains(setting.name())
                || setting.name().startsWith(CLUSTER);
    }

    private static String cut(ShardRun shard) {
        return shard.cut().orElse("unknown");
    }

    private static String commit(Environment environment) {
        return environment.commit().orElse("unknown")
                + (environment.dirty().orElse(false) ? " with uncommitted changes" : "");
    }

    private static String classPath(Environment environment) {
        return "one with the digest "
                + environment.classPath().map(SamePlan::shortened).orElse("unknown");
    }

    private static String shortened(String digest) {
        return digest.substring(0, Math.min(SHOWN, digest.length())) + "...";
    }

    private static Map<String, String> settings(ShardRun shard) {
        return shard.run().settings().stream()
                .filter(setting -> !isOwn(setting))
                .collect(Collectors.toMap(
                        SettingValue::name, SettingValue::value, (former, latter) -> latter, TreeMap::new));
    }

    /** Returns the settings that all shards have in common. */
    static List<SettingValue> settings(List<ShardRun> shards) {
        return shards.get(0).run().settings().stream()
                .filter(setting -> !isOwn(setting))
                .toList();
    }

    private static void same(ShardRun one, ShardRun other, String what, String here, String there) {
        if (!Objects.equals(here, there)) {
            throw different(one, other, what, here, there);
        }
    }

    private static MergeException different(ShardRun one, ShardRun other, String what, String here, String there) {
        return new MergeException(one.place() + " and " + other.place() + " have different plans: " + what + " is "
                + here + " in the one and " + there + " in the other. Merge shards of one suite only, measured with the"
                + " same settings");
    }
}
