// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Reads Jupiter's annotations and evaluates its conditions, using only its public interfaces.
 *
 * <p>{@code @EnabledOnOs} and similar annotations, and those of users, name their {@link ExecutionCondition} with the
 * meta-annotation {@code @ExtendWith}. {@code @Disabled} has no such condition, because Jupiter's engine handles it. As
 * in that engine, conditions of a class are also evaluated for each of its methods.
 */
final class JupiterFeatures implements Features {

    // Called once for each case of a method, of which there may be hundreds.
    private final Map<AnnotatedElement, Optional<String>> displayNames = new HashMap<>();
    private final Map<AnnotatedElement, Set<String>> tags = new HashMap<>();

    @Override
    public Optional<String> displayName(AnnotatedElement element) {
        return displayNames.computeIfAbsent(element, e -> AnnotationSupport.findAnnotation(e, DisplayName.class)
                .map(name -> name.value().strip())
                .filter(name -> !name.isEmpty()));
    }

    @Override
    public Set<String> tags(AnnotatedElement element) {
        return tags.computeIfAbsent(element, e -> AnnotationSupport.findRepeatableAnnotations(e, Tag.class).stream()
                .map(tag -> tag.value().strip())
                .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public Optional<String> switchedOff(Class<?> type, Function<String, Optional<String>> parameters) {
        ExtensionContext context = ConditionContext.ofClass(type, this, parameters);
        return disabled(type).or(() -> evaluate(conditions(type), context, type.getName()));
    }

    @Override
    public Optional<String> switchedOff(Class<?> type, Method method, Function<String, Optional<String>> parameters) {
        ExtensionContext context = ConditionContext.ofMethod(type, method, this, parameters);
        Set<Class<? extends ExecutionCondition>> conditions = conditions(type);
        conditions.addAll(conditions(method));
        return disabled(method).or(() -> evaluate(conditions, context, type.getName() + "." + method.getName()));
    }

    private static Optional<String> disabled(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, Disabled.class)
                .map(disabled -> disabled.value().isBlank() ? "is @Disabled" : disabled.value());
    }

    private static Set<Class<? extends ExecutionCondition>> conditions(AnnotatedElement element) {
        Set<Class<? extends ExecutionCondition>> conditions = new LinkedHashSet<>();
        AnnotationSupport.findRepeatableAnnotations(element, ExtendWith.class).stream()
                .flatMap(extensions -> Arrays.stream(extensions.value()))
                .filter(ExecutionCondition.class::isAssignableFrom)
                .forEach(extension -> conditions.add(extension.asSubclass(ExecutionCondition.class)));
        return conditions;
    }

    private static Optional<String> evaluate(
            Set<Class<? extends ExecutionCondition>> conditions, ExtensionContext context, String about) {
        for (Class<? extends ExecutionCondition> condition : conditions) {
            ConditionEvaluationResult result;
            try {
                result = ReflectionSupport.newInstance(condition).evaluateExecutionCondition(context);
            } catch (Exception | LinkageError | AssertionError e) {
                throw new ConditionException(
                        "Cannot determine whether " + about + " should run: its condition " + condition.getName()
                                + " threw " + e,
                        e);
            }
            if (result.isDisabled()) {
                return Optional.of(result.getReason().orElse("switched off by " + condition.getName()));
            }
        }
        return Optional.empty();
    }

    /**
     * The context of a benchmark for Jupiter's conditions.
     *
     * <p>It is a proxy and not an implementation, because releases of Jupiter add methods to the interface. Methods for a running
     * Jupiter test (stores, instances, attachments) throw an exception that says so.
     */
    record ConditionContext(
            Optional<ExtensionContext> parent,
            Class<?> type,
            Optional<Method> method,
            Features features,
            Function<String, Optional<String>> parameters)
            implements InvocationHandler {

        static ExtensionContext ofClass(
                Class<?> type, Features features, Function<String, Optional<String>> parameters) {
            return proxy(new ConditionContext(Optional.empty(), type, Optional.empty(), features, parameters));
        }

        static ExtensionContext ofMethod(
                Class<?> type, Method method, Features features, Function<String, Optional<String>> parameters) {
            ExtensionContext parent = ofClass(type, features, parameters);
            return proxy(new ConditionContext(Optional.of(parent), type, Optional.of(method), features, parameters));
        }

        private static ExtensionContext proxy(ConditionContext handler) {
            return (ExtensionContext) Proxy.newProxyInstance(
                    ExtensionContext.class.getClassLoader(), new Class<?>[] {ExtensionContext.class}, handler);
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method called, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Object[] given = arguments == null ? new Object[0] : arguments;
            if (called.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, called, given);
            }
            AnnotatedElement element = method.isPresent() ? method.get() : type;
            return switch (called.getName()) {
                case "getParent" -> parent;
                case "getRoot" -> parent.orElse((ExtensionContext) proxy);
                case "getUniqueId" -> uniqueId();
                case "getDisplayName" ->
                    features.displayName(element)
                            .orElse(method.map(Method::getName).orElse(type.getSimpleName()));
                case "getTags" -> tags();
                case "getElement" -> Optional.of(element);
                case "getTestClass" -> Optional.of(type);
                case "getTestMethod" -> method;
                case "getEnclosingTestClasses" -> List.of();
                case "getTestInstance", "getTestInstances", "getTestInstanceLifecycle", "getExecutionException" ->
                    Optional.empty();
                case "getExecutionMode" -> ExecutionMode.SAME_THREAD;
                case "getConfigurationParameter" -> parameter(given);
                case "equals" -> proxy == given[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "context of " + uniqueId();
                default ->
                    throw new UnsupportedOperationException(
                            "ExtensionContext." + called.getName() + " has no meaning for a benchmark");
            };
        }

        private String uniqueId() {
            return type.getName() + method.map(m -> "." + m.getName()).orElse("");
        }

        private Set<String> tags() {
            Set<String> tags = new HashSet<>(features.tags(type));
            method.ifPresent(m -> tags.addAll(features.tags(m)));
            return Set.copyOf(tags);
        }

        @SuppressWarnings("unchecked")
        private Optional<?> parameter(Object[] given) {
            Optional<String> value = parameters.apply(Objects.toString(given[0]));
            return given.length == 1 ? value : value.map((Function<String, Object>) given[1]);
        }
    }
}
