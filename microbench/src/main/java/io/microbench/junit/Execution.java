// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.Readiness;
import io.microbench.history.HistoryException;
import io.microbench.plan.CaseListing;
import io.microbench.plan.JmhList;
import io.microbench.plan.NoCases;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.plan.RungOrder;
import io.microbench.plan.ShardCut;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/**
 * Runs the cases in the tree.
 *
 * <p>It first checks, then plans, and only then opens the run. A problem before the first fork fails the first class with
 * the whole message, and every other class with a reference to it.
 */
final class Execution {

    static final String LISTED_ONLY = "listed only";

    private final EngineNode engine;
    private final EngineExecutionListener listener;
    private final Cancellation cancellation;
    private final Function<Plan, EngineRun> runs;
    private final Settings settings;

    Execution(
            EngineNode engine,
            EngineExecutionListener listener,
            Cancellation cancellation,
            Function<Plan, EngineRun> runs) {
        this.engine = engine;
        this.listener = listener;
        this.cancellation = cancellation;
        this.runs = runs;
        this.settings = engine.configuration().settings();
    }

    void run() {
        listener.executionStarted(engine);
        TestExecutionResult result = TestExecutionResult.successful();
        try {
            runClasses(engine.classes());
        } catch (RuntimeException | Error e) {
            result = TestExecutionResult.failed(e);
        }
        listener.executionFinished(engine, result);
    }

    private void runClasses(List<ClassNode> classes) {
        if (classes.isEmpty()) {
            return;
        }
        Planner planner = new Planner(settings);
        List<String> problems = new ArrayList<>(engine.configuration().problems());
        problems.addAll(unknownParameters(planner));
        List<ClassNode> chosen = classes.stream()
                .filter(node -> !node.getChildren().isEmpty() || node.problem().isPresent())
                .toList();
        if (!problems.isEmpty()) {
            failAll(chosen.isEmpty() ? classes : chosen, new ConfigurationException(String.join("\n", problems)));
        } else if (chosen.isEmpty() && engine.cut().filter(ShardCut::hasCases).isPresent()) {
            printChoice();
        } else if (chosen.isEmpty()) {
            new NothingChosen(engine, listener).report(classes);
        } else if (settings.value(KnownSettings.LIST_ONLY) != Settings.Listing.OFF) {
            list(chosen);
        } else {
            measure(chosen, planner);
        }
    }

    private void printChoice() {
        engine.cut().ifPresent(cut -> System.out.println("# " + cut.text()));
    }

    private List<String> unknownParameters(Planner planner) {
        Set<String> known = new TreeSet<>();
        engine.known().forEach(planned -> known.addAll(planned.parameters().keySet()));
        JmhList.parameters().forEach(known::addAll);
        List<String> unknown = planner.unknownParameters(known);
        if (settings.value(KnownSettings.FAIL_IF_NO_CASES)) {
            return unknown;
        }
        unknown.forEach(NothingChosen::print);
        return List.of();
    }

    private void failAll(List<ClassNode> classes, Throwable cause) {
        ClassNode first = classes.get(0);
        for (ClassNode node : classes) {
            Throwable reason = node.equals(first)
                    ? cause
                    : new ReferredException(first.type().getName(), cause);
            listener.executionStarted(node);
            listener.executionFinished(node, TestExecutionResult.failed(reason));
        }
    }

    private void list(List<ClassNode> classes) {
        List<PlannedCase> cases = engine.cases().stream().map(CaseNode::planned).toList();
        System.out.println(
                CaseListing.text(cases, settings.value(KnownSettings.LIST_ONLY), PublishedRun.consoleStyle()));
        printChoice();
        for (ClassNode node : classes) {
            listener.executionStarted(node);
            node.cases().forEach(listed -> listener.executionSkipped(listed, LISTED_ONLY));
            listener.executionFinished(
                    node, node.problem().map(TestExecutionResult::failed).orElse(TestExecutionResult.successful()));
        }
    }

    private void measure(List<ClassNode> classes, Planner planner) {
        Readiness readiness = Readiness.of(
                classes.stream().map(ClassNode::candidates).toList(),
                planner,
                engine.configuration().parameters()::get);
        try {
            readiness.replan(RunTraining.replanning(planner.plan(readiness.planned()), planner, EngineRun::note));
        } catch (HistoryException e) {
            failAll(classes, e);
            return;
        }
        List<PlannedCase> cases = readiness.planned();
        Walk walk = new Walk(readiness, listener, cancellation, settings.seed());
        if (!readiness.hasBroken()
                && cases.stream().allMatch(planned -> planned.switchedOff().isPresent())) {
            walk.withoutRun(classes);
            return;
        }
        printChoice();
        Plan plan = planner.plan(cases);
        EngineRun run;
        try {
            run = Objects.requireNonNull(
                    runs.apply(engine.cut().map(cut -> plan.noting(cut.mark())).orElse(plan)));
        } catch (RuntimeException | Error e) {
            failAll(classes, e);
            return;
        }
        CancellationWatch watch = CancellationWatch.of(cancellation, run.run()::stop);
        try (run) {
            List<PlannedCase> running = cases.stream()
                    .filter(planned -> planned.switchedOff().isEmpty())
                    .toList();
            if (!running.isEmpty()) {
                run.measure(RungOrder.measured(running, UnaryOperator.identity(), settings.seed()));
            }
            walk.with(run, classes);
            if (!cancellation.isRequested()) {
                run.profile();
            }
        } finally {
            watch.end();
        }
    }

    /** Stops a run when JUnit cancels it. JUnit can only be polled, and a fork keeps its thread busy for minutes. */
    static final class CancellationWatch {

        /** Short enough for a waiting user, long enough not to disturb a measurement. */
        private static final long INTERVAL_MILLIS = 1000;

        private final CountDownLatch done = new CountDownLatch(1);

        private CancellationWatch() {}

        /** Starts to watch; without a thread if the run can never be cancelled. */
        static CancellationWatch of(Cancellation cancellation, Runnable stop) {
            CancellationWatch watch = new CancellationWatch();
            if (cancellation != Cancellation.NEVER) {
                Thread thread = new Thread(() -> watch.watch(cancellation, stop), "microbench-cancellation");
                thread.setDaemon(true);
                thread.start();
            }
            return watch;
        }

        private void watch(Cancellation cancellation, Runnable stop) {
            try {
                while (!done.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                    if (cancellation.isRequested()) {
                        stop.run();
                        return;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void end() {
            done.countDown();
        }
    }

    /** Reports that filters select none of the cases: as a failing test, or as a line if that is expected. */
    static final class NothingChosen {

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
            String message = NoCases.message(settings, engine.known());
            if (!settings.value(KnownSettings.FAIL_IF_NO_CASES)) {
                print(message);
            } else if (runsOneClassOfMany(classes)
                    && JmhList.filterMeansAnotherClass(settings.cases(), names(classes))) {
                print("no case in " + classes.get(0).type().getName() + "; the filter " + settings.cases()
                        + " means another class of this module.");
            } else {
                fail(classes.get(0), "microbench.cases", message);
            }
        }

        private void reportMethods(List<ClassNode> classes) {
            String message = NoCases.ofMethods(configuration.test(), engine.known());
            if (!settings.value(KnownSettings.FAIL_IF_NO_CASES)) {
                print(message);
            } else if (JmhList.anotherClassHas(names(classes), methodFilters::accept)) {
                print("no case in " + classes.get(0).type().getName()
                        + "; the filter of methods means another class of this module.");
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
                    .map(node -> node.type().getName().replace('$', '.'))
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
}
