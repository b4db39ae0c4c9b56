/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.forks.FirstUse;
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
        SuiteTally tally = new SuiteTally();
        engine.execute(root, tally, Cancellation.NEVER);
        tally.messages().forEach(message -> System.err.println(Printable.lines("microbench: " + message)));
        return tally.status();
    }
}
