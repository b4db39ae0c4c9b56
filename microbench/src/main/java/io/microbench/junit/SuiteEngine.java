/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.plan.NoCases;
import io.microbench.plan.PlannedCase;
import io.microbench.text.Printable;
import java.util.List;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;

/** Runs classes through the engine without a launcher; apart from {@link SuiteMain}, which starts without JUnit, too. */
final class SuiteEngine {

    private SuiteEngine() {}

    /**
     * Runs every case of the classes and prints what makes them red.
     *
     * @param early has ended when this begins to measure
     */
    static SuiteStatus run(List<Class<?>> classes, EarlyUse early) {
        MicrobenchTestEngine engine = new MicrobenchTestEngine();
        TestDescriptor root = engine.discover(new SuiteRequest(classes), UniqueId.forEngine(MicrobenchTestEngine.ID));
        early.close();
        if (root instanceof EngineNode node) {
            warnOfUnusedPatterns(node);
        }
        SuiteTally tally = new SuiteTally();
        engine.execute(root, tally, Cancellation.NEVER);
        tally.messages().forEach(message -> System.err.println(Printable.lines("microbench: " + message)));
        return tally.status();
    }

    /** All benchmarks of the class path are here: what a pattern does not find among them, it finds nowhere. */
    private static void warnOfUnusedPatterns(EngineNode engine) {
        List<PlannedCase> known = engine.classes().stream()
                .flatMap(node -> node.discovered().cases().stream())
                .map(DiscoveredCase::planned)
                .toList();
        NoCases.unusedPatterns(engine.configuration().settings(), known)
                .forEach(warning -> System.err.println(Printable.lines("microbench: WARNING: " + warning)));
    }
}
