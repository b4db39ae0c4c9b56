// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Jupiter's annotations of a class or a method.
 *
 * <p>Jupiter is optional. All uses of its classes are behind this interface, and only loaded if Jupiter is available.
 */
public interface Features {

    /** Ignores all annotations, if Jupiter is missing. */
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

    /** Returns the value of {@code @Tag}, without surrounding blanks; syntax is not checked. */
    default Set<String> tags(AnnotatedElement element) {
        return Set.of();
    }

    /** Returns why the class is disabled, for conditions that use the given parameters; empty if it is enabled. */
    default Optional<String> switchedOff(Class<?> type, Function<String, Optional<String>> parameters) {
        return Optional.empty();
    }

    /** Returns why the method of an enabled class is disabled; empty if it is enabled. */
    default Optional<String> switchedOff(Class<?> type, Method method, Function<String, Optional<String>> parameters) {
        return Optional.empty();
    }
}
