/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.environment.RunLock;
import io.microbench.plan.AskedNodes;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostLines;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.CaseId;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Starts hosts with this JVM's class path and the settings of a plan on a node of a network. */
final class NodePlace implements NodeWorker.Place {

    private final String name;
    private final NodeNetwork.Joined network;
    private final Plan plan;
    private final SpreadCases cases;
    private final Consumer<HostLines> opened;

    NodePlace(String name, NodeNetwork.Joined network, Plan plan, SpreadCases cases, Consumer<HostLines> opened) {
        this.name = name;
        this.network = network;
        this.plan = plan;
        this.cases = cases;
        this.opened = opened;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public NodeHost start() {
        List<CaseId> running = plan.cases().stream()
                .filter(planned -> planned.switchedOff().isEmpty())
                .map(PlannedCase::id)
                .toList();
        Optional<Duration> lockWait = RunLock.isIgnored() ? Optional.empty() : Optional.of(RunLock.WAIT);
        RemoteNodeHost host = RemoteNodeHost.start(
                name,
                this::lines,
                Map.of(),
                running,
                lockWait,
                cases.monitor(),
                fixture -> cases.fixture(name, fixture));
        cases.node(host.node());
        host.warnings().forEach(warning -> cases.warn(name, warning));
        return host;
    }

    private HostLines lines(HostLines.Taker taker) {
        HostLines lines = network.start(name, launch(), taker);
        opened.accept(lines);
        return lines;
    }

    private Launch launch() {
        List<String> classPath = Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getProperty("java.class.path", ""))
                .filter(entry -> !entry.isBlank())
                .toList();
        return new Launch(
                "node " + name, classPath, Path.of("").toAbsolutePath(), AskedNodes.settings(plan.settings()));
    }

    @Override
    public boolean isThere() {
        return network.isThere(name);
    }

    @Override
    public void note(String what, boolean lost) {
        if (lost) {
            cases.lost(name, what);
        } else {
            cases.refused(name, what);
        }
    }
}
