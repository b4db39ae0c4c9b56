// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Implements the builders of records with many components.
 *
 * <p>A builder is an interface with a method for each component, which has the component's name, sets its value and returns the builder,
 * and a method {@code build} without parameters, which returns the record.
 */
final class RecordBuilder {

    private RecordBuilder() {}

    /** Returns a builder that is initialized with the values of the given record. */
    static <B> B of(Class<B> builder, Record start) {
        RecordComponent[] components = start.getClass().getRecordComponents();
        Map<String, Object> values = new HashMap<>();
        for (RecordComponent component : components) {
            values.put(component.getName(), value(start, component));
        }
        return builder.cast(
                Proxy.newProxyInstance(builder.getClassLoader(), new Class<?>[] {builder}, (proxy, method, given) -> {
                    if (given == null) {
                        return build(start.getClass(), components, values);
                    }
                    values.put(method.getName(), given[0]);
                    return proxy;
                }));
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Record build(Class<? extends Record> type, RecordComponent[] components, Map<String, Object> values)
            throws Throwable {
        Constructor<? extends Record> constructor = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        try {
            return constructor.newInstance(Arrays.stream(components)
                    .map(each -> values.get(each.getName()))
                    .toArray());
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
