// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.RunLock;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.CaseId;
import io.microbench.settings.AskedNodes;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Starts hosts with this JVM's class path and the settings of a plan on a node of a network. */
record SuiteNode(String name, NodeNetwork.Joined network, Plan plan, MeasuredCases cases)
        implements NodePlace<CaseHost> {

    @Override
    public CaseHost start() {
        List<CaseId> running = plan.cases().stream()
                .filter(planned -> planned.switchedOff().isEmpty())
                .map(PlannedCase::id)
                .toList();
        Optional<Duration> lockWait = RunLock.isIgnored() ? Optional.empty() : Optional.of(RunLock.WAIT);
        return RemoteNodeHost.start(
                name,
                taker -> network.start(name, launch(), taker),
                Map.of(),
                running,
                lockWait,
                cases.monitor(),
                fixture -> cases.fixture(name, fixture));
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
}
