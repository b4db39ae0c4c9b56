// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostCases;
import io.microbench.text.PreflightException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Holds the two JVMs that start the forks, one with each side's class path. */
final class SideHosts implements AutoCloseable {

    private final Map<Side, ForkServerClient> hosts = new EnumMap<>(Side.class);
    private final Map<Side, HostCases> known = new EnumMap<>(Side.class);

    /** Starts both and asks them what there is to measure. */
    static SideHosts start(Builds builds, Map<String, String> properties, Consumer<String> output) {
        SideHosts started = new SideHosts();
        try {
            for (Side side : Side.values()) {
                started.hosts.put(side, start(side, builds.of(side), properties, output));
            }
            for (Side side : Side.values()) {
                started.list(side, builds.of(side));
            }
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static ForkServerClient start(
            Side side, Build build, Map<String, String> properties, Consumer<String> output) {
        String name = "the " + side.label() + " (" + build.name() + ")";
        return ForkServerClient.start(
                new ForkServerClient.Launch(name, build.classPath(), build.directory(), build.settings(properties)),
                output);
    }

    private void list(Side side, Build build) {
        HostCases cases = host(side).list(ComparisonSettings.SHORT_FORKS);
        if (cases.known() == 0) {
            throw new PreflightException("There are no benchmarks in the " + side.label() + ", " + build.name()
                    + ": its class path holds no META-INF/BenchmarkList that names a class which can be loaded."
                    + (cases.warnings().isEmpty() ? "" : " " + String.join(" ", cases.warnings())));
        }
        known.put(side, cases);
    }

    ForkServerClient host(Side side) {
        return Optional.ofNullable(hosts.get(side)).orElseThrow();
    }

    HostCases known(Side side) {
        return Optional.ofNullable(known.get(side)).orElseThrow();
    }

    @Override
    public void close() {
        hosts.values().forEach(ForkServerClient::close);
    }
}
