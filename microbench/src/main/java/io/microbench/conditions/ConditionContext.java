// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The context of a benchmark for Jupiter's conditions.
 *
 * <p>It is a proxy and not an implementation, because releases of Jupiter add methods to the interface. Methods for a running
 * Jupiter test (stores, instances, attachments) throw an exception that says so.
 */
final class ConditionContext implements InvocationHandler {

    private final Optional<ExtensionContext> parent;
    private final Class<?> type;
    private final Optional<Method> method;
    private final Features features;
    private final Function<String, Optional<String>> parameters;

    private ConditionContext(
            Optional<ExtensionContext> parent,
            Class<?> type,
            Optional<Method> method,
            Features features,
            Function<String, Optional<String>> parameters) {
        this.parent = parent;
        this.type = type;
        this.method = method;
        this.features = features;
        this.parameters = parameters;
    }

    static ExtensionContext ofClass(Class<?> type, Features features, Function<String, Optional<String>> parameters) {
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
                features.displayName(element).orElse(method.map(Method::getName).orElse(type.getSimpleName()));
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
