// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.merge;

import io.microbench.plan.ShardCut;
import io.microbench.report.JmhJson;
import io.microbench.report.ReportFiles;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ClassDictionary;
import io.microbench.result.Environment;
import io.microbench.result.FixtureRun;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.scaling.Curves;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Profiling;
import io.microbench.settings.Shard;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Merges the runs of shards into one run.
 *
 * <p>Each shard becomes a node of the merged run, and each fork refers to its node. Cases are sorted by name, because
 * the position of a shard's cases among all cases is unknown. The result does not depend on the order of the shards.
 */
public final class ShardMerge {

    /** Orders cases by method, parameters and number of workers. */
    private static final Comparator<CaseResult> BY_NAME = Comparator.comparing(
            CaseResult::id,
            Comparator.comparing((CaseId id) -> Curves.family(id).text())
                    .thenComparingInt(CaseId::threads)
                    .thenComparing(CaseId::text));

    /** The name of the run until it is written to a folder. */
    private static final String NO_NAME = "merged";

    private final List<ShardRun> shards;
    private final boolean partial;
    private final List<String> remarks = new ArrayList<>();

    private final ClassDictionary classes = new ClassDictionary();

    private ShardMerge(List<ShardRun> shards, boolean partial) {
        this.shards = shards.stream()
                .sorted(Comparator.comparing((ShardRun shard) -> shard.shard().number())
                        .thenComparing(ShardRun::place))
                .toList();
        this.partial = partial;
    }

    /**
     * Reads and merges the runs in the given folders.
     *
     * @param folders the folders of the runs, at least one
     * @param partial whether shards may be missing or unfinished
     * @param progress receives the number of runs read so far, before each run
     * @throws io.microbench.result.UnreadableRunException if a folder contains no run or an inconsistent run
     * @throws ConfigurationException if {@code folders} is empty, if the runs are not shards of one plan, if two of
     *     them have the same case, or if shards are missing and {@code partial} is false
     */
    public static MergedRun of(List<Path> folders, boolean partial, IntConsumer progress) {
        if (folders.isEmpty()) {
            throw new ConfigurationException("There is no run to merge. Specify the folders of the shards' runs");
        }
        List<ShardRun> shards = new ArrayList<>();
        for (Path folder : folders) {
            progress.accept(shards.size());
            shards.add(ShardRun.read(folder));
        }
        return of(shards, partial);
    }

    static MergedRun of(Collection<ShardRun> shards, boolean partial) {
        return new ShardMerge(List.copyOf(shards), partial).merged();
    }

    private MergedRun merged() {
        SamePlan.check(shards);
        List<CaseResult> cases = cases();
        List<RunNode> nodes = new ArrayList<>();
        shards.forEach(shard -> {
            shard.unfinished().ifPresent(why -> accept(shard.place() + ", " + shard.name() + ": " + why));
            nodes.addAll(shard.nodes());
        });
        nodes.addAll(missing());
        List<FixtureRun> fixtures = shards.stream()
                .flatMap(shard -> shard.run().fixtures().stream().flatMap(List::stream))
                .toList();
        RunRecord merged = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                NO_NAME,
                shards.stream()
                        .map(shard -> shard.run().start())
                        .min(Comparator.naturalOrder())
                        .orElseThrow(),
                Optional.of(end()),
                shards.get(0).run().environment(),
                SamePlan.settings(shards),
                cases,
                Optional.empty(),
                fixtures.isEmpty() ? Optional.empty() : Optional.of(fixtures),
                classes.lines(),
                Optional.of(nodes));
        return new MergedRun(merged, remarks);
    }

    private List<CaseResult> cases() {
        Map<CaseId, ShardRun> owners = new HashMap<>();
        for (ShardRun shard : shards) {
            for (CaseResult result : shard.run().cases()) {
                ShardRun other = owners.putIfAbsent(result.id(), shard);
                if (other != null) {
                    throw new ConfigurationException(
                            "The case " + result.id() + " is in two runs: " + other.name() + " in "
                                    + other.place() + ", and " + shard.name() + " in " + shard.place()
                                    + ". Omit one of the runs, or measure shards of the same set of cases");
                }
            }
        }
        return shards.stream()
                .flatMap(shard -> shard.cases().stream().map(each -> classes.take(shard.run(), each)))
                .sorted(BY_NAME)
                .toList();
    }

    /** Returns the latest end of the shards; for a killed run, the end of its last fork. */
    private Instant end() {
        return shards.stream()
                .map(shard -> shard.run().end().orElseGet(() -> shard.run().cases().stream()
                        .flatMap(result -> result.forks().stream())
                        .map(fork -> fork.end())
                        .max(Comparator.naturalOrder())
                        .orElse(shard.run().start())))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private List<RunNode> missing() {
        Set<Integer> given = shards.stream().map(each -> each.shard().number()).collect(Collectors.toSet());
        int count = shards.get(0).shard().count();
        List<Shard> missing = IntStream.rangeClosed(1, count)
                .filter(number -> !given.contains(number) && !shards.get(0).knowsAsEmpty(number))
                .mapToObj(number -> new Shard(number, count))
                .toList();
        if (!missing.isEmpty()) {
            accept((missing.size() == 1 ? "There is no run of shard " : "There are no runs of the shards ")
                    + missing.stream().map(Shard::toString).collect(Collectors.joining(", ")));
        }
        return missing.stream()
                .map(shard ->
                        new RunNode(ShardRun.name(shard), Environment.builder().build()).lost("its run was not merged"))
                .toList();
    }

    private void accept(String lack) {
        if (!partial) {
            throw new ConfigurationException(
                    lack + ". Measure the missing part, or merge the existing runs with --partial");
        }
        remarks.add(lack);
    }

    /** Checks that shards are parts of one plan: the same code, measured by the same tools with the same settings. */
    private record SamePlan(ShardRun one, ShardRun other) {
        /** Settings of the shard, its machine and its folders, which may differ. */
        private static final Set<String> OWN = Set.of(
                ShardRun.SETTING,
                ShardCut.NAME,
                "microbench.output",
                "perfReportDir",
                "microbench.baselineDir",
                "microbench.nodes",
                "microbench.join");

        /** The prefix of the settings that connect the nodes of a shard. */
        private static final String CLUSTER = "microbench.cluster.";

        /** The number of digits of a digest in messages. */
        private static final int SHOWN = 12;

        /** Checks all shards against the first one. */
        static void check(List<ShardRun> shards) {
            shards.forEach(other -> new SamePlan(shards.get(0), other).check());
        }

        private void check() {
            same("the number of shards", one.shard().count(), other.shard().count());
            same(
                    "the division of the cases",
                    one.cut().orElse("unknown"),
                    other.cut().orElse("unknown"));
            Environment here = one.run().environment();
            Environment there = other.run().environment();
            same("the commit", commit(here), commit(there));
            if (here.classPath().isPresent() && there.classPath().isPresent()) {
                same("the class path", classPath(here), classPath(there));
            }
            same("the version of Microbench", here.harness(), there.harness());
            same("the version of JMH", here.jmh(), there.jmh());
            Map<String, String> settings = settings(one);
            Map<String, String> others = settings(other);
            Set<String> names = new TreeSet<>(settings.keySet());
            names.addAll(others.keySet());
            for (String name : names) {
                same(
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

        private static String commit(Environment environment) {
            return environment.commit().orElse("unknown")
                    + (environment.dirty().orElse(false) ? " with uncommitted changes" : "");
        }

        private static String classPath(Environment environment) {
            return "one with the digest "
                    + environment
                            .classPath()
                            .map(digest -> digest.substring(0, Math.min(SHOWN, digest.length())) + "...")
                            .orElse("unknown");
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

        private void same(String what, Object here, Object there) {
            if (!here.equals(there)) {
                throw new ConfigurationException(one.place() + " and " + other.place() + " have different plans: "
                        + what + " is " + here + " in the first and " + there
                        + " in the second. Merge only shards of one suite that were measured with the same settings");
            }
        }
    }

    /**
     * A run merged from the runs of shards.
     *
     * @param lacks its missing parts, one sentence each; empty for a complete run
     */
    public record MergedRun(RunRecord run, List<String> lacks) {

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

        public MergedRun {
            lacks = List.copyOf(lacks);
        }

        /**
         * Writes record and reports into a new folder below {@code parent}, with the usual name of a run's folder.
         *
         * @throws UncheckedIOException if it cannot be written
         */
        public Path writeBelow(Path parent) {
            return withReports(RunFolder.keep(parent, run));
        }

        /**
         * Writes record and reports into the given folder, whose name becomes that of the run.
         *
         * @throws ConfigurationException if a run cannot have that name
         * @throws UncheckedIOException if the folder already exists or cannot be written
         */
        public Path writeAt(Path folder) {
            String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
            if (!NAME.matcher(name).matches()) {
                throw new ConfigurationException(
                        "The folder name " + name + " cannot be the name of a run: expected up to 100"
                                + " letters, digits, dots, dashes and underscores, with a letter or digit first");
            }
            return withReports(RunFolder.keepAt(folder, run));
        }

        private static Path withReports(Path folder) {
            RunRecord written = RunReader.readSound(folder);
            try {
                WholeFile.write(
                        folder.resolve(ReportFiles.JMH_JSON),
                        out -> JmhJson.write(written.environment().jmh(), written.cases(), out));
                ReportFiles.write(folder, written, Optional.empty(), Map.of());
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot write the reports to " + folder + " (" + e + ")", e);
            }
            return folder;
        }
    }
}
