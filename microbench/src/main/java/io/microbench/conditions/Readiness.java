// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import io.microbench.conditions.Readiness.Candidates.Candidate;
import io.microbench.plan.BenchmarkInstance;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.result.CaseId;
import io.microbench.scaling.Curves;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.RootCause;
import io.microbench.text.UserException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Determines before the first fork whether each selected class and case can run, and its plan.
 *
 * <p>All conditions are evaluated here, so that the expected time of a run only includes cases that will run. A
 * constructor or condition that throws only affects the cases that depend on it.
 */
public final class Readiness {

    private final Planner planner;
    private final Features features = Features.available();
    private final Function<String, Optional<String>> parameters;
    private final Map<Class<?>, String> offClasses = new HashMap<>();
    private final Map<Class<?>, Throwable> brokenClasses = new HashMap<>();
    private final Map<CaseId, Throwable> broken = new HashMap<>();
    private final Map<CaseId, PlannedCase> planned = new LinkedHashMap<>();
    /** The reasons are determined once for all thread counts and modes, because the check may start a program. */
    private final Map<CaseId, Optional<String>> skipReasons = new HashMap<>();

    private Readiness(Planner planner, Function<String, Optional<String>> parameters) {
        this.planner = planner;
        this.parameters = parameters;
    }

    /**
     * Evaluates the conditions of the selected cases and reads the requirements of their forks from their classes.
     *
     * @param parameters configuration parameters of the JUnit Platform by their names, for conditions that use them
     */
    public static Readiness of(
            List<Candidates> classes, Planner planner, Function<String, Optional<String>> parameters) {
        Readiness readiness = new Readiness(planner, parameters);
        classes.forEach(readiness::look);
        return readiness;
    }

    /** Returns why a class is disabled, by its annotation or a condition. */
    public Optional<String> switchedOff(Class<?> type) {
        return Optional.ofNullable(offClasses.get(type));
    }

    /** Returns the exception, thrown by the class or its condition, because of which an enabled class cannot run. */
    public Optional<Throwable> broken(Class<?> type) {
        return Optional.ofNullable(brokenClasses.get(type));
    }

    /** Returns the exception, thrown by its class, constructor or condition, because of which an enabled case cannot run. */
    public Optional<Throwable> broken(PlannedCase plannedCase) {
        return Optional.ofNullable(broken.get(plannedCase.id()));
    }

    public PlannedCase planned(PlannedCase plannedCase) {
        return planned.getOrDefault(plannedCase.id(), plannedCase);
    }

    /** Returns all cases in order; a broken case is disabled, with the reason. */
    public List<PlannedCase> planned() {
        return List.copyOf(planned.values());
    }

    /** Returns whether a case should run, but cannot. */
    public boolean hasBroken() {
        return !broken.isEmpty();
    }

    public void replan(UnaryOperator<PlannedCase> other) {
        planned.replaceAll((id, plannedCase) -> other.apply(plannedCase));
    }

    private void look(Candidates candidates) {
        Class<?> type = candidates.type();
        candidates.problem().ifPresent(problem -> brokenClasses.put(type, problem));
        try {
            if (candidates.problem().isEmpty()) {
                features.switchedOff(type, parameters).ifPresent(reason -> offClasses.put(type, reason));
            }
        } catch (ConditionException e) {
            brokenClasses.put(type, e);
        }
        Optional<Throwable> cause = broken(type);
        Optional<String> off = switchedOff(type);
        for (Candidate candidate : candidates.cases()) {
            if (cause.isPresent()) {
                broken(candidate.planned(), cause.get());
            } else if (off.isPresent()) {
                switchOff(candidate.planned(), off.get());
            } else {
                lookAtConditions(candidate);
            }
        }
        plan(
                type,
                candidates.cases().stream()
                        .map(Candidate::planned)
                        .filter(this::isReady)
                        .toList());
    }

    private boolean isReady(PlannedCase plannedCase) {
        return planned(plannedCase).switchedOff().isEmpty();
    }

    private void lookAtConditions(Candidate candidate) {
        PlannedCase plannedCase = candidate.planned();
        try {
            for (Method method : candidate.methods()) {
                Optional<String> reason = features.switchedOff(plannedCase.benchmarkClass(), method, parameters);
                if (reason.isPresent()) {
                    switchOff(plannedCase, reason.get());
                    return;
                }
            }
            planned.put(plannedCase.id(), plannedCase);
        } catch (ConditionException e) {
            broken(plannedCase, e);
        }
    }

    private void switchOff(PlannedCase plannedCase, String reason) {
        planned.put(plannedCase.id(), plannedCase.switchedOff(reason));
    }

    /** Asks a class which of its cases are skipped, and what the forks of the others require. */
    private void plan(Class<?> type, List<PlannedCase> ready) {
        if (ready.isEmpty()) {
            return;
        }
        try {
            BenchmarkInstance host = BenchmarkInstance.of(type);
            ready.forEach(plannedCase -> complete(plannedCase, host));
        } catch (Throwable e) {
            // An exception thrown while a class is instantiated affects only its own cases.
            Throwable root = RootCause.of(e);
            ready.stream().filter(this::isReady).forEach(plannedCase -> broken(plannedCase, root));
        }
    }

    private void complete(PlannedCase plannedCase, BenchmarkInstance host) {
        CaseId id = plannedCase.inEveryVariant();
        try {
            skipReasons
                    .computeIfAbsent(Curves.family(id), family -> skipReason(id, host))
                    .ifPresentOrElse(
                            reason -> switchOff(plannedCase, reason),
                            () -> planned.put(plannedCase.id(), planner.complete(plannedCase, host)));
        } catch (ConditionException e) {
            broken(plannedCase, e);
        }
    }

    private static Optional<String> skipReason(CaseId id, BenchmarkInstance host) {
        String hook = id.className() + ".skipReason";
        try {
            return host.skipReason(id.method(), id.parameters())
                    .map(reason -> reason.isBlank() ? "skipped by " + hook + ", without a reason" : reason);
        } catch (ConfigurationException e) {
            throw new ConditionException(String.valueOf(e.getMessage()), e);
        } catch (Exception | LinkageError | AssertionError e) {
            throw new ConditionException(
                    "Cannot determine whether " + id.text() + " should run: " + hook + " threw " + e, e);
        }
    }

    private void broken(PlannedCase plannedCase, Throwable cause) {
        broken.put(plannedCase.id(), cause);
        planned.put(
                plannedCase.id(),
                plannedCase.switchedOff(reason(cause).lines().findFirst().orElse("")));
    }

    /** Returns only the message if the exception is from the harness. */
    private static String reason(Throwable cause) {
        boolean own = cause instanceof UserException
                || cause instanceof ConditionException
                || cause.getClass() == LinkageError.class;
        return own ? String.valueOf(cause.getMessage()) : cause.toString();
    }

    /**
     * The selected cases of one class.
     *
     * @param type the class, not initialized
     * @param problem the reason why the class cannot be run; empty if it can
     * @param cases its selected cases, in order
     */
    public record Candidates(Class<?> type, Optional<Throwable> problem, List<Candidate> cases) {

        /**
         * A selected case.
         *
         * @param planned the case
         * @param methods its Java methods, several for a JMH group
         */
        public record Candidate(PlannedCase planned, List<Method> methods) {}
    }
}
