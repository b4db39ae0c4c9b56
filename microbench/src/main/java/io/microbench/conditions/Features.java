// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What Jupiter's annotations declare for a class or a method.
 *
 * <p>Jupiter is optional. All that touches its classes is behind this, and only loaded where they are.
 */
public interface Features {

    /** Supports no feature: without Jupiter none of its annotations has a meaning. */
    Features NONE = new Features() {};

    /** Returns the features of this class path. */
    static Features available() {
        try {
            for (String needed : List.of(
                    "org.junit.jupiter.api.extension.ExecutionCondition",
                    "org.junit.platform.commons.support.AnnotationSupport")) {
                Class.forName(needed, false, Features.class.getClassLoader());
            }
            return new JupiterFeatures();
        } catch (ClassNotFoundException | LinkageError e) {
            return NONE;
        }
    }

    /** Returns the name that {@code @DisplayName} gives. */
    default Optional<String> displayName(AnnotatedElement element) {
        return Optional.empty();
    }

    /** Returns the value of {@code @Tag}, without the blanks around it; syntax is not checked. */
    default Set<String> tags(AnnotatedElement element) {
        return Set.of();
    }

    /**
     * Returns why the class is switched off; empty where it is not.
     *
     * @param parameters configuration parameters of the JUnit Platform by their names
     * @throws ConditionException if a condition throws
     */
    default Optional<String> switchedOff(Class<?> type, Function<String, Optional<String>> parameters) {
        return Optional.empty();
    }

    /**
     * Returns why the method is switched off, its class being on; empty where it is not.
     *
     * @param parameters configuration parameters of the JUnit Platform by their names
     * @throws ConditionException if a condition throws
     */
    default Optional<String> switchedOff(Class<?> type, Method method, Function<String, Optional<String>> parameters) {
        return Optional.empty();
    }
}
