// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.merge;

import io.microbench.plan.ShardCut;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkResult;
import io.microbench.result.Profile;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Shard;
import io.microbench.text.Counted;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The run of one shard. */
record ShardRun(String place, RunRecord run, Shard shard) {

    static final String SETTING = "microbench.shard";

    static ShardRun read(Path folder) {
        return of(folder.toString(), RunReader.readSound(folder));
    }

    static ShardRun of(String place, RunRecord run) {
        String text = setting(run, SETTING)
                .orElseThrow(() ->
                        new ConfigurationException(place + " is not the run of a shard: it was measured without -D"
                                + SETTING + "=K/N. Omit it, or measure it as a shard of the same suite"));
        try {
            return new ShardRun(place, run, Shard.parse(text));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    place + ": its record says " + SETTING + " = " + text + ", which is not a shard");
        }
    }

    private static Optional<String> setting(RunRecord run, String name) {
        return run.settings().stream()
                .filter(setting -> setting.name().equals(name))
                .map(SettingValue::value)
                .findFirst();
    }

    /** Returns how the suite was divided ({@link ShardCut#mark}); empty if the record does not contain it. */
    Optional<String> cut() {
        return setting(run, ShardCut.NAME);
    }

    /** Returns whether a shard of the same cut has no cases and hence no run. */
    boolean knowsAsEmpty(int number) {
        List<Integer> sizes = ShardCut.sizes(run);
        return number <= sizes.size() && sizes.get(number - 1) == 0;
    }

    /** Returns why the run is incomplete; empty if it is complete. */
    Optional<String> unfinished() {
        long open = run.cases().stream()
                .filter(result -> result.status() == Status.PLANNED)
                .count();
        String cases = open + " of " + Counted.of(run.cases().size(), "case") + " unfinished";
        if (run.end().isEmpty()) {
            return Optional.of("the run was killed, or is still running, with " + cases);
        }
        return open == 0 ? Optional.empty() : Optional.of("the run was stopped with " + cases);
    }

    String name() {
        return name(shard);
    }

    static String name(Shard shard) {
        return "shard " + shard;
    }

    /** Returns the nodes that measured it: the shard itself, or its nodes, under unique names. */
    List<RunNode> nodes() {
        if (run.nodes().isEmpty()) {
            return List.of(new RunNode(name(), run.environment(), run.calibration(), unfinished()));
        }
        return run.nodes().get().stream()
                .map(node -> new RunNode(
                        name(node.name()),
                        node.environment(),
                        node.calibration(),
                        node.lost().or(this::unfinished)))
                .toList();
    }

    /** Returns the cases of the shard, each fork with the node that measured it. */
    List<CaseResult> cases() {
        return run.cases().stream()
                .map(result -> result.withForks(
                        result.forks().stream().map(this::onNode).toList()))
                .map(this::withFilesFound)
                .toList();
    }

    /** Makes the paths of profiler files absolute, because the files are not moved. */
    private CaseResult withFilesFound(CaseResult result) {
        Path there = Path.of(place).toAbsolutePath();
        Path folder = Files.isRegularFile(there)
                ? Optional.ofNullable(there.getParent()).orElse(there)
                : there;
        return result.profiles()
                .map(profiles -> result.withProfiles(profiles.stream()
                        .map(profile -> new Profile(
                                profile.profiler(),
                                profile.metrics(),
                                profile.files().stream()
                                        .map(file -> folder.resolve(file)
                                                .normalize()
                                                .toString()
                                                .replace(File.separatorChar, '/'))
                                        .toList(),
                                profile.failure()))
                        .toList()))
                .orElse(result);
    }

    private ForkResult onNode(ForkResult fork) {
        String node = fork.node().map(this::name).orElse(name());
        return fork.toBuilder().node(Optional.of(node)).build();
    }

    private String name(String node) {
        return name() + " " + node;
    }
}
