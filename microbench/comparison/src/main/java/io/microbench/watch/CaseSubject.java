// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.forks.ForkReport;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostCases.HostCase;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A case of a suite, measured by a host with its class path.
 *
 * @param launch class path and settings; the setting {@code microbench.cases} must choose a single case
 * @param output receives the output of JMH and the forks
 */
record CaseSubject(ForkServerClient.Launch launch, Consumer<String> output) implements Subject {

    /** Settings for short forks, so that a change is seen soon. */
    private static final Map<String, String> SHORT_FORKS = Map.of(
            "forks", "1",
            "warmupIterations", "5",
            "microbench.warmupTime", "100ms",
            "measureIterations", "10",
            "microbench.measurementTime", "50ms");

    @Override
    public List<String> files() {
        return launch.classPath();
    }

    @Override
    public Version start(Path folder) {
        return new HostVersion(launch.name(), ForkServerClient.start(launch, output), folder);
    }

    private static final class HostVersion implements Version {

        private final String name;
        private final ForkServerClient host;
        private final Path folder;
        private Optional<HostCase> only = Optional.empty();

        HostVersion(String name, ForkServerClient host, Path folder) {
            this.name = name;
            this.host = host;
            this.folder = folder;
        }

        @Override
        public Plan prepare() {
            HostCase found = only(host.list(SHORT_FORKS));
            only = Optional.of(found);
            return new Plan(found.id().text() + " in " + name, found.plan().threads());
        }

        @Override
        public Measured fork(int workers, int number) {
            HostCase one = only.orElseThrow();
            ForkReport report = host.run(one.id(), one.plan().withThreads(workers), number, folder);
            ForkResult fork = report.fork();
            if (fork.value().isPresent()) {
                String unit = report.score().map(Metric::unit).orElse("");
                return new Measured(fork.value().getAsDouble(), unit, Optional.empty());
            }
            return Measured.failed(fork.failure()
                    .map(Failure::message)
                    .orElse("the fork delivered no finite score, so it is ignored"));
        }

        @Override
        public void close() {
            host.close();
        }
    }

    private static HostCase only(HostCases found) {
        if (found.cases().size() == 1) {
            return found.cases().get(0);
        }
        if (found.cases().isEmpty()) {
            throw new PreflightException(
                    found.nothing().isEmpty()
                            ? "There is no benchmark to watch: no META-INF/BenchmarkList on the class path names a class which"
                                    + " can be loaded."
                            : found.nothing());
        }
        throw new PreflightException("One case can be watched, and "
                + found.cases().size() + " are chosen: "
                + found.cases().stream().limit(5).map(c -> c.id().text()).collect(Collectors.joining("; "))
                + (found.cases().size() > 5 ? "; ..." : "") + ". Say which, as in '*Codec.encode:size=1024'.");
    }
}
