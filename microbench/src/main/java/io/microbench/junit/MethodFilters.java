// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;

/**
 * Reads the filters that a launcher applies after discovery, and determines which cases they exclude by method name.
 *
 * <p>The method part of Surefire's {@code -Dtest=Class#method} is such a filter, and so is Gradle's {@code --tests}.
 * Other filters use tags or unique ids. A filter by method excludes a case, but accepts a test that differs from it
 * only in having no method as its source.
 */
final class MethodFilters {

    private static final Set<String> OTHER_TESTS = Set.of("org.junit.Test", "org.testng.annotations.Test");

    private final List<Predicate<TestDescriptor>> filters;

    private MethodFilters(List<Predicate<TestDescriptor>> filters) {
        this.filters = filters;
    }

    static MethodFilters of(EngineDiscoveryRequest request) {
        try {
            return new MethodFilters(LauncherFilters.of(request));
        } catch (LinkageError e) {
            // The classes of the launcher are not visible, as in a test JVM with isolated class loaders.
            return new MethodFilters(List.of());
        }
    }

    /**
     * Returns whether the filters exclude all cases of the class, at least one of them by the name of its method.
     *
     * <p>False if they select a test of another engine in the same class.
     */
    boolean leaveNothingOf(ClassNode node) {
        List<CaseNode> cases = node.cases();
        return cases.stream().noneMatch(this::accept)
                && cases.stream().anyMatch(this::leaveOutForItsMethod)
                && !hasTestOfAnotherEngine(
                        node.type(), method -> accept(node.type().getName(), method));
    }

    /** Returns whether the filters by method accept a method, regardless of its tags. */
    boolean accept(String className, String method) {
        return filters.stream()
                .filter(filter -> filter.test(descriptor(ClassSource.from(className), Set.of())))
                .allMatch(filter -> filter.test(descriptor(MethodSource.from(className, method), Set.of())));
    }

    boolean accept(TestDescriptor descriptor) {
        return filters.stream().allMatch(filter -> filter.test(descriptor));
    }

    private boolean leaveOutForItsMethod(CaseNode node) {
        TestDescriptor twin = descriptor(ClassSource.from(node.planned().benchmarkClass()), node.getTags());
        return filters.stream().anyMatch(filter -> !filter.test(node) && filter.test(twin));
    }

    static boolean hasTestOfAnotherEngine(Class<?> type, Predicate<String> chosen) {
        try {
            return !ReflectionSupport.findMethods(
                            type,
                            method -> isTestOfAnotherEngine(method) && chosen.test(method.getName()),
                            HierarchyTraversalMode.TOP_DOWN)
                    .isEmpty();
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static boolean isTestOfAnotherEngine(Method method) {
        return AnnotationSupport.isAnnotated(method, Testable.class)
                || List.of(method.getAnnotations()).stream()
                        .anyMatch(annotation ->
                                OTHER_TESTS.contains(annotation.annotationType().getName()));
    }

    private static TestDescriptor descriptor(TestSource source, Set<TestTag> tags) {
        return new AbstractTestDescriptor(UniqueId.root("filtered", "test"), "test", source) {

            @Override
            public Type getType() {
                return Type.TEST;
            }

            @Override
            public Set<TestTag> getTags() {
                return tags;
            }
        };
    }

    /** Reads the filters of a launcher's request; the only class that needs the launcher, which may be missing. */
    static final class LauncherFilters {

        private LauncherFilters() {}

        static List<Predicate<TestDescriptor>> of(EngineDiscoveryRequest request) {
            if (!(request instanceof LauncherDiscoveryRequest launched)) {
                return List.of();
            }
            return launched.getPostDiscoveryFilters().stream()
                    .<Predicate<TestDescriptor>>map(
                            filter -> descriptor -> filter.apply(descriptor).included())
                    .toList();
        }
    }
}
