// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.junit.DiscoveredClass.DiscoveredCase;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.NoCases;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.SiblingModules;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.text.Printable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** Reports that filters select none of the cases: as a failing test, or as a line if that is expected. */
final class NothingChosen {

    private final EngineNode engine;
    private final Configuration configuration;
    private final Settings settings;
    private final MethodFilters methodFilters;
    private final EngineExecutionListener listener;

    NothingChosen(EngineNode engine, EngineExecutionListener listener) {
        this.engine = engine;
        this.configuration = engine.configuration();
        this.settings = configuration.settings();
        this.methodFilters = engine.methodFilters();
        this.listener = listener;
    }

    void report(List<ClassNode> classes) {
        if (settings.cases().isEmpty()) {
            reportMethods(classes);
        } else {
            reportCases(classes);
        }
    }

    private void reportCases(List<ClassNode> classes) {
        SiblingModules others = new SiblingModules(settings);
        String message = NoCases.message(settings, engine.known());
        if (!settings.value(KnownSettings.FAIL_IF_NO_CASES)) {
            print(message);
        } else if (others.filterMayMeanAnotherModule()) {
            print("no case here; the filter " + settings.cases() + " may mean another module of this build.");
        } else if (runsOneClassOfMany(classes) && others.filterMeansAnotherClass(names(classes))) {
            print("no case in " + classes.get(0).type().getName() + "; the filter " + settings.cases()
                    + " means another class of this module.");
        } else {
            fail(classes.get(0), "microbench.cases", message);
        }
    }

    private void reportMethods(List<ClassNode> classes) {
        SiblingModules others = new SiblingModules(settings);
        String message = NoCases.ofMethods(configuration.test(), engine.known());
        if (!settings.value(KnownSettings.FAIL_IF_NO_CASES)) {
            print(message);
        } else if (SiblingModules.anotherClassHas(names(classes), methodFilters::accept)) {
            print("no case in " + classes.get(0).type().getName()
                    + "; the filter of methods means another class of this module.");
        } else if (others.anotherModuleMayHave(methodFilters::accept)) {
            print("no case here; the filter of methods may mean another module of this build.");
        } else {
            fail(classes.get(0), "-Dtest", message);
        }
    }

    /** Returns whether this JVM may have only one class of several, as Surefire distributes classes over JVMs. */
    private boolean runsOneClassOfMany(List<ClassNode> classes) {
        return classes.size() == 1 && configuration.test().isEmpty();
    }

    private static Set<String> names(List<ClassNode> classes) {
        return classes.stream()
                .map(node -> BenchmarkClass.of(node.type()).name())
                .collect(Collectors.toSet());
    }

    private static void print(String line) {
        System.out.println(Printable.lines("Microbench: " + line));
    }

    private void fail(ClassNode node, String name, String message) {
        FilterNode filter = new FilterNode(node, name);
        node.addChild(filter);
        listener.executionStarted(node);
        listener.dynamicTestRegistered(filter);
        listener.executionStarted(filter);
        listener.executionFinished(filter, TestExecutionResult.failed(new ConfigurationException(message)));
        listener.executionFinished(node, TestExecutionResult.successful());
    }

    /** The test that represents the filter. */
    private static final class FilterNode extends AbstractTestDescriptor {

        FilterNode(ClassNode parent, String name) {
            super(parent.getUniqueId().append("filter", name), name, ClassSource.from(parent.type()));
        }

        @Override
        public Type getType() {
            return Type.TEST;
        }
    }
}
