// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.forks.FirstUse;
import io.microbench.plan.NoCases;
import io.microbench.plan.PlannedCase;
import io.microbench.report.Reference;
import io.microbench.result.CaseId;
import io.microbench.settings.Settings;
import io.microbench.text.Printable;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;

/** Runs classes through the engine without a launcher; unlike {@link SuiteMain}, it needs JUnit. */
final class SuiteEngine {

    private SuiteEngine() {}

    /**
     * Runs every case of the classes and prints their failures.
     *
     * @param early ended before this begins to measure
     */
    static SuiteStatus run(List<Class<?>> classes, FirstUse early) {
        MicrobenchTestEngine engine = new MicrobenchTestEngine();
        TestDescriptor root = engine.discover(new SuiteRequest(classes), UniqueId.forEngine(MicrobenchTestEngine.ID));
        early.close();
        if (root.getChildren().isEmpty()) {
            System.err.println(
                    "microbench: Nothing was measured: no class in META-INF/BenchmarkList has a benchmark that can"
                            + " be planned. Compile again (mvn clean test-compile).");
            return SuiteStatus.UNUSABLE;
        }
        if (root instanceof EngineNode node) {
            Optional<String> problem = unknownReference(node);
            if (problem.isPresent()) {
                System.err.println(Printable.lines("microbench: " + problem.get()));
                return SuiteStatus.UNUSABLE;
            }
            warnOfUnusedPatterns(node);
        }
        SuiteTally tally = new SuiteTally();
        engine.execute(root, tally, Cancellation.NEVER);
        tally.messages().forEach(message -> System.err.println(Printable.lines("microbench: " + message)));
        return tally.status();
    }

    /** Returns the message about a reference that matches no case; under Maven another module may have one. */
    private static Optional<String> unknownReference(EngineNode engine) {
        Settings settings = engine.configuration().settings();
        List<CaseId> chosen = engine.classes().stream()
                .flatMap(node -> node.cases().stream())
                .map(node -> node.planned().id())
                .toList();
        if (chosen.isEmpty() || settings.shard().isPresent()) {
            return Optional.empty();
        }
        return settings.reference()
                .filter(name -> !Reference.isAmong(chosen, name))
                .map(name -> "microbench.reference = \"" + name + "\" names no case of this run. Expected a method,"
                        + " parameter=value, threads=n, or the name of a variant, such as "
                        + chosen.get(0).method() + ".");
    }

    /** Warns of patterns without a match; all benchmarks of the class path are in this run. */
    private static void warnOfUnusedPatterns(EngineNode engine) {
        List<PlannedCase> known = engine.classes().stream()
                .flatMap(node -> node.discovered().cases().stream())
                .map(DiscoveredCase::planned)
                .toList();
        NoCases.unusedPatterns(engine.configuration().settings(), known)
                .forEach(warning -> System.err.println(Printable.lines("microbench: WARNING: " + warning)));
    }
}
