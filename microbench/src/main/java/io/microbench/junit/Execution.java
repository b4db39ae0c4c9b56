// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.Readiness;
import io.microbench.forks.CodeGenerator;
import io.microbench.history.HistoryException;
import io.microbench.plan.CaseListing;
import io.microbench.plan.EmptySelection;
import io.microbench.plan.ListedClasses;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.plan.RungOrder;
import io.microbench.plan.ShardCut;
import io.microbench.run.PlanRun;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.text.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestExecutionResult;

/**
 * Runs the cases in the tree.
 *
 * <p>It first checks, then plans, and only then opens the run. A problem before the first fork fails the first class with
 * the whole message, and every other class with a reference to it.
 */
final class Execution {

    static final String LISTED_ONLY = "listed only";

    /** Pause between checks for a cancellation: short enough for a waiting user, long enough not to disturb a measurement. */
    private static final long POLL_MILLIS = 1000;

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
        List<ClassNode> chosen = classes.stream()
                .filter(node -> !node.getChildren().isEmpty() || node.problem().isPresent())
                .toList();
        if (!chosen.isEmpty() && chosen.stream().allMatch(node -> node.problem().isEmpty())) {
            problems.addAll(unknownParameters(planner));
        }
        if (!problems.isEmpty()) {
            failAll(chosen.isEmpty() ? classes : chosen, new ConfigurationException(String.join("\n", problems)));
        } else if (chosen.isEmpty() && engine.cut().filter(ShardCut::hasCases).isPresent()) {
            printChoice();
        } else if (chosen.isEmpty()) {
            reportNothingChosen(classes);
        } else if (settings.value(KnownSettings.LIST_ONLY) != Settings.Listing.OFF) {
            list(chosen, planner);
        } else {
            List<ClassNode> complete = generated(chosen);
            if (!complete.isEmpty()) {
                measure(complete, planner);
            }
        }
    }

    /**
     * Generates the code that JMH's annotation processor did not; reports the classes for which that is impossible, and returns the
     * others.
     */
    private List<ClassNode> generated(List<ClassNode> classes) {
        Map<Class<?>, String> refused = CodeGenerator.complete(classes.stream()
                .filter(node -> node.problem().isEmpty())
                .<Class<?>>map(ClassNode::type)
                .toList());
        for (ClassNode node : classes) {
            Optional.ofNullable(refused.get(node.type()))
                    .ifPresent(problem -> failAll(List.of(node), new ConfigurationException(problem)));
        }
        return classes.stream()
                .filter(node -> !refused.containsKey(node.type()))
                .toList();
    }

    private void printChoice() {
        engine.cut().ifPresent(cut -> System.out.println("# " + cut.text()));
    }

    private List<String> unknownParameters(Planner planner) {
        if (settings.parameters().isEmpty()) {
            return List.of();
        }
        List<String> unknown =
                planner.unknownParameters(parameters(settings.cases()), parameters(CaseFilter.parse("")));
        if (settings.value(KnownSettings.FAIL_IF_NO_CASES)) {
            return unknown;
        }
        unknown.forEach(Execution::print);
        return List.of();
    }

    private Set<String> parameters(CaseFilter filter) {
        return Stream.concat(
                        ListedClasses.parameters(filter),
                        engine.known().stream()
                                .filter(planned -> planned.isChosenBy(filter))
                                .flatMap(planned -> planned.parameters().keySet().stream()))
                .collect(Collectors.toSet());
    }

    /** Reports that filters select none of the cases: as a failure, or as a line if that is expected. */
    private void reportNothingChosen(List<ClassNode> classes) {
        Optional<String> test = engine.configuration().test();
        boolean byMethod = settings.cases().isEmpty();
        String message = byMethod
                ? EmptySelection.ofMethods(test, engine.known())
                : EmptySelection.message(settings, engine.known());
        Set<String> looked = classes.stream()
                .map(node -> node.type().getName().replace('$', '.'))
                .collect(Collectors.toSet());
        // Surefire may distribute classes over JVMs; this one then has a single class.
        boolean meansAnother = byMethod
                ? ListedClasses.anotherClassHas(looked, engine.methodFilters()::accept)
                : classes.size() == 1
                        && test.isEmpty()
                        && ListedClasses.filterMeansAnotherClass(settings.cases(), looked);
        if (!settings.value(KnownSettings.FAIL_IF_NO_CASES)) {
            print(message);
        } else if (meansAnother) {
            print("no case in " + classes.get(0).type().getName() + "; the filter "
                    + (byMethod ? "of methods" : settings.cases()) + " selects another class of this module.");
        } else {
            failAll(classes.subList(0, 1), new ConfigurationException(message));
        }
    }

    private static void print(String line) {
        System.out.println(Printable.lines("Microbench: " + line));
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

    private void list(List<ClassNode> classes, Planner planner) {
        Plan plan;
        try {
            plan = planner.plan(engine.cases().stream().map(CaseNode::planned).toList());
        } catch (ConfigurationException e) {
            failAll(classes, e);
            return;
        }
        System.out.println(
                CaseListing.text(plan, settings.value(KnownSettings.LIST_ONLY), PublishedRun.consoleStyle()));
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
            readiness.replan(UnchangedCode.leavingOut(
                    planner.plan(readiness.planned()),
                    settings.find(KnownSettings.UNCHANGED),
                    Instant.now(),
                    EngineRun::note));
        } catch (HistoryException | ConfigurationException e) {
            failAll(classes, e);
            return;
        }
        List<PlannedCase> cases = readiness.planned();
        if (!readiness.hasBroken()
                && cases.stream().allMatch(planned -> planned.switchedOff().isPresent())) {
            new Walk(readiness, listener, cancellation, settings.seed(), Optional.empty()).over(classes);
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
        CountDownLatch done = new CountDownLatch(1);
        if (cancellation != Cancellation.NEVER) {
            Thread watch = new Thread(() -> stopWhenCancelled(run.run(), done), "microbench-cancellation");
            watch.setDaemon(true);
            watch.start();
        }
        try (run) {
            List<PlannedCase> running = cases.stream()
                    .filter(planned -> planned.switchedOff().isEmpty())
                    .toList();
            if (!running.isEmpty()) {
                run.measure(RungOrder.measured(running, UnaryOperator.identity(), settings.seed()));
            }
            new Walk(readiness, listener, cancellation, settings.seed(), Optional.of(run)).over(classes);
            if (!cancellation.isRequested()) {
                run.profile();
            }
        } finally {
            done.countDown();
        }
    }

    /** Stops a run when JUnit cancels it. JUnit can only be polled, and a fork keeps its thread busy for minutes. */
    private void stopWhenCancelled(PlanRun run, CountDownLatch done) {
        try {
            while (!done.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (cancellation.isRequested()) {
                    run.stop();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
