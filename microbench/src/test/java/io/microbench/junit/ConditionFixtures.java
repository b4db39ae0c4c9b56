// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.Concurrency;
import io.microbench.settings.ConfigurationException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmarks with conditions. */
public final class ConditionFixtures {

    private ConditionFixtures() {}

    /** A method for each condition of Jupiter. */
    public static class MethodsCase {

        static boolean never() {
            return false;
        }

        @Benchmark
        public int always() {
            return 1;
        }

        @Benchmark
        @Disabled("not today")
        public int disabled() {
            return 1;
        }

        @Benchmark
        @EnabledIf("never")
        public int enabledIf() {
            return 1;
        }

        @Benchmark
        @DisabledIf("never")
        public int disabledIf() {
            return 1;
        }

        @Benchmark
        @EnabledIfSystemProperty(named = "java.version", matches = "1")
        @EnabledIfSystemProperty(named = "java.vendor", matches = ".*")
        public int enabledIfProperty() {
            return 1;
        }

        @Benchmark
        @EnabledIfEnvironmentVariable(named = "NO_SUCH_VARIABLE", matches = ".*")
        public int enabledIfVariable() {
            return 1;
        }

        @Benchmark
        @EnabledForJreRange(minVersion = 99)
        public int enabledForJre() {
            return 1;
        }

        @Benchmark
        @EnabledOnOs({OS.LINUX, OS.MAC, OS.WINDOWS})
        public int enabledOnOs() {
            return 1;
        }

        @Benchmark
        @DisabledOnOs({OS.LINUX, OS.MAC, OS.WINDOWS})
        public int disabledOnOs() {
            return 1;
        }
    }

    /** Disabled as a whole. */
    @Disabled
    public static class OffCase {
        static {
            ConditionFixtures.fail();
        }

        @Benchmark
        public int one() {
            return 1;
        }
    }

    static void fail() {
        throw new IllegalStateException("this class must not be initialised");
    }

    /** A condition as a user would write it, with a custom annotation. */
    @Retention(RetentionPolicy.RUNTIME)
    @ExtendWith(Choosy.class)
    public @interface Chosen {}

    /** Disables methods by name, and throws for one of them. */
    public static final class Choosy implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String method = context.getTestMethod().map(m -> m.getName()).orElse("");
            if (method.equals("throwing")) {
                throw new IllegalStateException("boom");
            }
            if (method.equals("storing")) {
                context.getStore(ExtensionContext.Namespace.GLOBAL);
            }
            String wanted = context.getConfigurationParameter("chosen.method").orElse("kept");
            boolean chosen = context.getRequiredTestClass() == ChoosyCase.class
                    && context.getTags().isEmpty()
                    && context.getElement().isPresent()
                    && context.getRoot().getTestMethod().isEmpty();
            return method.isEmpty() || (method.equals(wanted) && chosen)
                    ? ConditionEvaluationResult.enabled("chosen")
                    : ConditionEvaluationResult.disabled("not " + wanted);
        }
    }

    /** Evaluates a condition on the class for each method. */
    @Chosen
    public static class ChoosyCase {
        @Benchmark
        public int kept() {
            return 1;
        }

        @Benchmark
        public int left() {
            return 1;
        }

        @Benchmark
        public int storing() {
            return 1;
        }

        @Benchmark
        public int throwing() {
            return 1;
        }
    }

    /** Skips one of its backends, gives no reason for another, and throws for a third. */
    @State(Scope.Thread)
    public static class BackendCase extends AbstractMicrobenchmark {
        @Param({"here", "absent", "silent", "broken"})
        public String backend;

        private int calls;

        @Override
        protected Optional<String> skipReason(String method, Map<String, String> parameters) {
            calls++;
            return switch (parameters.get("backend")) {
                case "here" -> Optional.empty();
                case "absent" -> Optional.of(method + " needs etcd on PATH, called " + calls + " times");
                case "silent" -> Optional.of(" ");
                case "refused" -> throw new ConfigurationException("backend = \"refused\": expected here");
                default -> throw new IllegalStateException("no library");
            };
        }

        @Benchmark
        @Concurrency({1, 2})
        public int insert() {
            return 1;
        }
    }
}
