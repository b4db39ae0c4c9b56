/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.ConfigurationException;
import io.microbench.plan.Elsewhere;
import io.microbench.plan.NoCases;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Settings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** Tells that the filter chooses none of the cases: as a failing test, or in a line where that is as it should be. */
final class NothingChosen {

    private final Configuration configuration;
    private final Settings settings;
    private final EngineExecutionListener listener;

    NothingChosen(Configuration configuration, EngineExecutionListener listener) {
        this.configuration = configuration;
        this.settings = configuration.settings();
        this.listener = listener;
    }

    void tell(List<ClassNode> classes) {
        Elsewhere elsewhere = new Elsewhere(settings);
        List<PlannedCase> known = classes.stream()
                .flatMap(node -> node.discovered().cases().stream())
                .map(DiscoveredCase::planned)
                .toList();
        String message = NoCases.message(settings, known);
        if (!settings.failIfNoCases()) {
            say(message);
        } else if (elsewhere.filterMeansAnotherModule()) {
            say("no case here; the filter " + settings.cases() + " means another module of this build.");
        } else if (runsOneClassOfMany(classes) && elsewhere.filterMeansAnotherClass(names(classes))) {
            say("no case in " + classes.get(0).type().getName() + "; the filter " + settings.cases()
                    + " means another class of this module.");
        } else {
            fail(classes.get(0), new ConfigurationException(message));
        }
    }

    /** Surefire hands out classes one by one when it uses several JVMs; with {@code -Dtest} one class may be all there is. */
    private boolean runsOneClassOfMany(List<ClassNode> classes) {
        return classes.size() == 1 && !configuration.classesNamed();
    }

    private static Set<String> names(List<ClassNode> classes) {
        return classes.stream()
                .map(node -> BenchmarkClass.of(node.type()).name())
                .collect(Collectors.toSet());
    }

    private static void say(String line) {
        System.out.println("Microbench: " + line);
    }

    private void fail(ClassNode node, Throwable cause) {
        FilterNode filter = new FilterNode(node);
        node.addChild(filter);
        listener.executionStarted(node);
        listener.dynamicTestRegistered(filter);
        listener.executionStarted(filter);
        listener.executionFinished(filter, TestExecutionResult.failed(cause));
        listener.executionFinished(node, TestExecutionResult.successful());
    }

    /** Stands for the filter among the tests. */
    private static final class FilterNode extends AbstractTestDescriptor {

        private static final String NAME = "microbench.cases";

        FilterNode(ClassNode parent) {
            super(id(parent), NAME, ClassSource.from(parent.type()));
        }

        private static UniqueId id(ClassNode parent) {
            return parent.getUniqueId().append("filter", NAME);
        }

        @Override
        public Type getType() {
            return Type.TEST;
        }
    }
}
