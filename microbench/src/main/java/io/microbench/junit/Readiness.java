/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.plan.BenchmarkHost;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * What is known of every class and case before the first fork: whether it can run, and if so how.
 *
 * <p>All conditions are evaluated here, so that the expected time of a run counts only what will run. A class whose constructor
 * throws, or a condition that does, takes down what depends on it and nothing else.
 */
final class Readiness {

    /** What is known of a class or a case. */
    sealed interface Verdict {}

    /** It can run. */
    record Ready() implements Verdict {}

    /** It is switched off, and why. */
    record Off(String reason) implements Verdict {}

    /** It should run, but cannot. */
    record Broken(Throwable cause) implements Verdict {}

    private final Planner planner;
    private final Features features = Features.available();
    private final ConfigurationParameters parameters;
    private final Map<ClassNode, Verdict> classes = new LinkedHashMap<>();
    private final Map<CaseNode, Verdict> cases = new LinkedHashMap<>();
    private final Map<CaseNode, PlannedCase> planned = new LinkedHashMap<>();

    private Readiness(Planner planner, ConfigurationParameters parameters) {
        this.planner = planner;
        this.parameters = parameters;
    }

    static Readiness of(List<ClassNode> classes, Planner planner, ConfigurationParameters parameters) {
        Readiness readiness = new Readiness(planner, parameters);
        classes.forEach(readiness::look);
        return readiness;
    }

    /** Returns the verdict on a class. */
    Verdict of(ClassNode node) {
        return classes.getOrDefault(node, new Ready());
    }

    /** Returns the verdict on a case. */
    Verdict of(CaseNode node) {
        return cases.getOrDefault(node, new Ready());
    }

    /** Returns how the case will be measured. */
    PlannedCase planned(CaseNode node) {
        return planned.getOrDefault(node, node.planned());
    }

    /** Returns every case that can run or is switched off, in order; those that are broken are no part of a plan. */
    List<PlannedCase> planned() {
        return List.copyOf(planned.values());
    }

    private void look(ClassNode node) {
        Verdict verdict = verdict(node);
        classes.put(node, verdict);
        if (verdict instanceof Off off) {
            node.cases().forEach(c -> switchOff(c, off.reason()));
        } else if (verdict instanceof Ready) {
            node.cases().forEach(this::lookAtConditions);
            node.cases().stream()
                    .filter(c -> of(c) instanceof Ready)
                    .findFirst()
                    .ifPresent(c -> plan(node));
        }
    }

    private Verdict verdict(ClassNode node) {
        if (node.problem().isPresent()) {
            return new Broken(node.problem().get());
        }
        try {
            return verdict(features.switchedOff(node.type(), parameters));
        } catch (ConditionException e) {
            return new Broken(e);
        }
    }

    private static Verdict verdict(Optional<String> reason) {
        return reason.<Verdict>map(Off::new).orElse(new Ready());
    }

    private void lookAtConditions(CaseNode node) {
        try {
            for (Method method : node.methods()) {
                Optional<String> reason = features.switchedOff(node.planned().benchmarkClass(), method, parameters);
                if (reason.isPresent()) {
                    switchOff(node, reason.get());
                    return;
                }
            }
            planned.put(node, node.planned());
        } catch (ConditionException e) {
            cases.put(node, new Broken(e));
        }
    }

    private void switchOff(CaseNode node, String reason) {
        cases.put(node, new Off(reason));
        planned.put(node, node.planned().switchedOff(reason));
    }

    /** Asks the class what its forks need. */
    private void plan(ClassNode node) {
        List<CaseNode> ready =
                node.cases().stream().filter(c -> of(c) instanceof Ready).toList();
        try {
            BenchmarkHost host = BenchmarkHost.of(node.type());
            ready.forEach(c -> planned.put(c, planner.complete(c.planned(), host)));
        } catch (Throwable e) {
            // Whatever a class throws while it is made is the trouble of its own cases only.
            ready.forEach(c -> {
                planned.remove(c);
                cases.put(c, new Broken(e));
            });
        }
    }
}
