// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Finds the {@code @Param} fields of a benchmark where JMH finds them.
 *
 * <p>As in JMH's {@code BenchmarkGeneratorUtils.addParameterValuesToGroup}: in the classes of the method's arguments, then in
 * the benchmark class, each with its superclasses and with the argument classes of its set-up and tear-down methods. The
 * first field of a name wins. A blank {@code @Param}, which JMH
 * allows on an enum only, means all its constants.
 */
final class ParameterSpace {

    private final SortedMap<String, List<String>> values = new TreeMap<>();
    private final Set<Class<?>> seen = new HashSet<>();

    private ParameterSpace() {}

    /** Returns the declared values by name, sorted by name; an empty list where a field declares none. */
    static SortedMap<String, List<String>> of(Class<?> owner, List<Method> methods) {
        ParameterSpace space = new ParameterSpace();
        for (Method method : methods) {
            Arrays.stream(method.getParameterTypes()).forEach(space::collect);
            space.collect(owner);
        }
        return space.values;
    }

    private void collect(Class<?> state) {
        if (state.getName().startsWith("org.openjdk.jmh.infra.") || !seen.add(state)) {
            return;
        }
        for (Class<?> c = state; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                Param param = field.getDeclaredAnnotation(Param.class);
                if (param != null) {
                    values.putIfAbsent(field.getName(), declared(field, param));
                }
            }
        }
        for (Class<?> c = state; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Setup.class) || method.isAnnotationPresent(TearDown.class)) {
                    Arrays.stream(method.getParameterTypes()).forEach(this::collect);
                }
            }
        }
    }

    private static List<String> declared(Field field, Param param) {
        String[] declared = param.value();
        if (declared.length != 1 || !declared[0].equals(Param.BLANK_ARGS)) {
            return List.of(declared);
        }
        Class<?> type = field.getType();
        // Not getEnumConstants(), which would run the enum's static initialiser.
        return Arrays.stream(type.getDeclaredFields())
                .filter(Field::isEnumConstant)
                .map(Field::getName)
                .toList();
    }

    /** Returns every combination of the values, the last name varying fastest. */
    static List<SortedMap<String, String>> combinations(SortedMap<String, List<String>> values) {
        List<SortedMap<String, String>> combinations = new ArrayList<>();
        combinations.add(new TreeMap<>());
        for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
            List<SortedMap<String, String>> longer = new ArrayList<>();
            for (SortedMap<String, String> combination : combinations) {
                for (String value : parameter.getValue()) {
                    SortedMap<String, String> next = new TreeMap<>(combination);
                    next.put(parameter.getKey(), value);
                    longer.add(next);
                }
            }
            combinations = longer;
        }
        return combinations;
    }
}
