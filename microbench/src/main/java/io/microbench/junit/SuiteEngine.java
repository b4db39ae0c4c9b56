// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.PlatformParameters;
import io.microbench.forks.Prewarm;
import io.microbench.history.HistoryException;
import io.microbench.junit.SuiteMain.SuiteStatus;
import io.microbench.plan.EmptySelection;
import io.microbench.plan.ListedClasses;
import io.microbench.report.Reference;
import io.microbench.result.CaseId;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.text.Printable;
import io.microbench.text.UserException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Runs classes through the engine without a launcher; unlike {@link SuiteMain}, it needs JUnit. */
final class SuiteEngine {

    private static final MicrobenchTestEngine ENGINE = new MicrobenchTestEngine();

    private SuiteEngine() {}

    /**
     * Discovers the benchmarks that the filter names, or all, for the message, if one of its patterns matches none; empty if there are
     * no benchmark classes.
     */
    static Optional<EngineNode> discover(CaseFilter filter) {
        List<Class<?>> classes = ListedClasses.named(filter);
        EngineNode named = discover(classes);
        if (EmptySelection.allMatch(filter, named.known())) {
            return Optional.of(named);
        }
        List<Class<?>> all = ListedClasses.all(filter);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(all.equals(classes) ? named : discover(all));
    }

    static EngineNode discover(List<Class<?>> classes) {
        return (EngineNode) ENGINE.discover(new SuiteRequest(classes), UniqueId.forEngine(MicrobenchTestEngine.ID));
    }

    static SuiteStatus run(EngineNode root, Prewarm early) {
        early.close();
        if (root.getChildren().isEmpty()) {
            System.err.println(
                    "microbench: Nothing was measured: no benchmark class has a case that can be planned. Compile again"
                            + " (mvn clean test-compile).");
            return SuiteStatus.UNUSABLE;
        }
        Optional<String> problem = unknownReference(root);
        if (problem.isPresent()) {
            System.err.println(Printable.lines("microbench: " + problem.get()));
            return SuiteStatus.UNUSABLE;
        }
        warnOfUnusedPatterns(root);
        SuiteTally tally = new SuiteTally();
        ENGINE.execute(root, tally, Cancellation.NEVER);
        tally.messages().forEach(message -> System.err.println(Printable.lines("microbench: " + message)));
        return tally.status();
    }

    /** Returns the message about a reference that matches no case; under Maven another module may have one. */
    private static Optional<String> unknownReference(EngineNode engine) {
        Settings settings = engine.configuration().settings();
        List<CaseId> chosen =
                engine.cases().stream().map(node -> node.planned().id()).toList();
        if (chosen.isEmpty() || settings.find(KnownSettings.SHARD).isPresent()) {
            return Optional.empty();
        }
        return settings.find(KnownSettings.REFERENCE)
                .filter(name -> !Reference.isAmong(chosen, name))
                .map(name -> "microbench.reference = \"" + name + "\" names no case of this run. Expected a method,"
                        + " parameter=value, threads=n, or the name of a variant, such as "
                        + chosen.get(0).method() + ".");
    }

    /** Warns of patterns without a match; all benchmarks of the class path are in this run. */
    private static void warnOfUnusedPatterns(EngineNode engine) {
        EmptySelection.unusedPatterns(engine.configuration().settings(), engine.known())
                .forEach(warning -> System.err.println(Printable.lines("microbench: WARNING: " + warning)));
    }

    /**
     * A discovery request for all cases of some classes, created without the JUnit launcher, with the parameters of
     * this JVM.
     */
    static final class SuiteRequest implements EngineDiscoveryRequest {

        static final ConfigurationParameters NO_PARAMETERS = new NoParameters();

        private final List<DiscoverySelector> selectors;

        SuiteRequest(List<Class<?>> classes) {
            this.selectors = classes.stream()
                    .<DiscoverySelector>map(DiscoverySelectors::selectClass)
                    .toList();
        }

        @Override
        public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
            return selectors.stream().filter(type::isInstance).map(type::cast).toList();
        }

        @Override
        public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
            return List.of();
        }

        @Override
        public ConfigurationParameters getConfigurationParameters() {
            return NO_PARAMETERS;
        }

        /** Has no parameters, because settings come from system properties only; conditions see the values a launcher would have. */
        private static final class NoParameters implements ConfigurationParameters {

            private final Function<String, Optional<String>> ofThisJvm = PlatformParameters.ofThisJvm();

            @Override
            public Optional<String> get(String key) {
                return ofThisJvm.apply(key);
            }

            @Override
            public Optional<Boolean> getBoolean(String key) {
                return get(key).map(Boolean::parseBoolean);
            }

            @Override
            public Set<String> keySet() {
                return Set.of();
            }
        }
    }

    /** Collects the failures that the engine reports, and the status of the suite. */
    static final class SuiteTally implements EngineExecutionListener {

        private final List<String> messages = new ArrayList<>();
        private final Set<SuiteStatus> seen = EnumSet.noneOf(SuiteStatus.class);
        private boolean measured;
        private Optional<String> skipped = Optional.empty();

        @Override
        public synchronized void executionStarted(TestDescriptor node) {
            measured |= node.isTest();
        }

        @Override
        public synchronized void executionSkipped(TestDescriptor node, String reason) {
            if (skipped.isEmpty()
                    && !reason.equals(Execution.LISTED_ONLY)
                    && !reason.startsWith(UnchangedCode.REASON)) {
                skipped = Optional.of(name(node) + ": " + reason);
            }
        }

        @Override
        public synchronized void executionFinished(TestDescriptor node, TestExecutionResult result) {
            if (result.getStatus() != TestExecutionResult.Status.FAILED) {
                return;
            }
            Optional<Throwable> cause = result.getThrowable();
            if (cause.filter(ReferredException.class::isInstance).isPresent()) {
                // A problem that prevents the whole run was already reported with the first class.
                return;
            }
            SuiteStatus status = cause.map(thrown -> status(node, thrown)).orElse(SuiteStatus.FAILED);
            seen.add(status);
            messages.add(
                    switch (status) {
                        case UNUSABLE -> message(cause);
                        // The stack trace and the tail of the output were printed when the case failed.
                        // The message of a failed benchmark begins with the case.
                        case FAILED ->
                            (cause.filter(BenchmarkFailedException.class::isInstance)
                                                    .isPresent()
                                            ? ""
                                            : name(node) + ": ")
                                    + message(cause).lines().findFirst().orElse("");
                        default -> name(node) + ": " + message(cause);
                    });
        }

        private static SuiteStatus status(TestDescriptor node, Throwable cause) {
            if (cause instanceof WorseThanExpectedError) {
                return SuiteStatus.WORSE;
            }
            if (cause instanceof HistoryException || cause instanceof UncheckedIOException) {
                // A class fails before its cases if its run cannot be stored; later failures follow measurements.
                return node instanceof ClassNode ? SuiteStatus.UNUSABLE : SuiteStatus.FAILED;
            }
            return cause instanceof UserException user ? SuiteStatus.of(user) : SuiteStatus.FAILED;
        }

        private static String message(Optional<Throwable> cause) {
            return cause.map(c -> c.getMessage() == null ? c.toString() : c.getMessage())
                    .orElse("failed");
        }

        private static String name(TestDescriptor node) {
            return node.getParent()
                    .filter(parent -> !parent.isRoot())
                    .map(parent -> parent.getLegacyReportingName() + "." + node.getDisplayName())
                    .orElse(node.getLegacyReportingName());
        }

        /** Returns the messages printed at the end, one for each failed case, or one if every case was skipped. */
        synchronized List<String> messages() {
            return messages.isEmpty() && !measured
                    ? skipped.map(first -> "Nothing was measured: every case was skipped, " + first).stream()
                            .toList()
                    : List.copyOf(messages);
        }

        /** Returns the most severe status: worse, then failed, then unusable. */
        synchronized SuiteStatus status() {
            return List.of(SuiteStatus.WORSE, SuiteStatus.FAILED, SuiteStatus.UNUSABLE).stream()
                    .filter(seen::contains)
                    .findFirst()
                    .orElse(measured || skipped.isEmpty() ? SuiteStatus.FINE : SuiteStatus.UNUSABLE);
        }
    }
}
