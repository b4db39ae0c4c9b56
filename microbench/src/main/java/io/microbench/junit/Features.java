/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.TestTag;

/**
 * What Jupiter's annotations say about a class or a method.
 *
 * <p>Jupiter is optional. All that touches its classes is behind this, and only loaded where they are.
 */
interface Features {

    /** Says nothing of anything: there is no Jupiter, so no annotation of its can mean something. */
    Features NONE = new Features() {};

    /** Returns the features of this class path. */
    static Features available() {
        try {
            Class.forName("org.junit.jupiter.api.extension.ExecutionCondition", false, Features.class.getClassLoader());
            return new JupiterFeatures();
        } catch (ClassNotFoundException | LinkageError e) {
            return NONE;
        }
    }

    /** Returns the name that {@code @DisplayName} gives. */
    default Optional<String> displayName(AnnotatedElement element) {
        return Optional.empty();
    }

    /** Returns what {@code @Tag} says. */
    default Set<TestTag> tags(AnnotatedElement element) {
        return Set.of();
    }

    /**
     * Returns why the class is switched off; empty where it is not.
     *
     * @throws ConditionException if a condition throws
     */
    default Optional<String> switchedOff(Class<?> type, ConfigurationParameters parameters) {
        return Optional.empty();
    }

    /**
     * Returns why the method is switched off, its class being on; empty where it is not.
     *
     * @throws ConditionException if a condition throws
     */
    default Optional<String> switchedOff(Class<?> type, Method method, ConfigurationParameters parameters) {
        return Optional.empty();
    }
}
