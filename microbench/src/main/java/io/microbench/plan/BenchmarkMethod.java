// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Fixture;
import io.microbench.SameResult;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;

/**
 * One benchmark of a class: a method, or the methods of a JMH group, with the values of their annotations.
 *
 * <p>Annotations are merged as JMH merges them ({@code MethodGroup}, {@code BenchmarkGeneratorUtils.getAnnSuperAll}): method,
 * class, superclasses, and each attribute from the first that does not leave it blank. In a group the chain is that of the
 * last method by name; JMH refuses groups whose methods disagree.
 */
public final class BenchmarkMethod {

    private final String name;
    private final List<Method> methods;
    private final List<AnnotatedElement> chain;
    private final SortedMap<String, List<String>> parameters;
    private final int threadsOfGroup;

    BenchmarkMethod(Class<?> owner, String name, List<Method> methods) {
        this(owner, name, methods, ParameterSpace.of(owner, methods));
    }

    BenchmarkMethod(Class<?> owner, String name, List<Method> methods, SortedMap<String, List<String>> parameters) {
        this.name = name;
        this.methods = List.copyOf(methods);
        this.chain = chain(methods.get(methods.size() - 1), owner);
        this.parameters = parameters;
        this.threadsOfGroup = methods.stream()
                .map(method -> method.getDeclaredAnnotation(GroupThreads.class))
                .mapToInt(threads -> threads == null ? 1 : threads.value())
                .sum();
    }

    /** Reads a benchmark from JMH's list alone. */
    BenchmarkMethod(String name, ListedMethod listed) {
        this.name = name;
        this.methods = List.of();
        this.chain = List.of(listed);
        this.parameters = listed.parameters();
        this.threadsOfGroup = listed.threadsOfGroup();
    }

    private static List<AnnotatedElement> chain(Method method, Class<?> owner) {
        List<AnnotatedElement> chain = new ArrayList<>();
        chain.add(method);
        for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
            chain.add(c);
        }
        return List.copyOf(chain);
    }

    /** Returns the method's name, or the group's. */
    public String name() {
        return name;
    }

    /** Returns the Java methods behind it, sorted by name; several only for a JMH group, none if the class cannot be read. */
    public List<Method> methods() {
        return methods;
    }

    /** Returns the declared values of each {@code @Param} field by its name; an empty list if none are declared. */
    SortedMap<String, List<String>> parameters() {
        return parameters;
    }

    /** Returns the number of threads of which the method's own is a multiple: those of one JMH group. */
    int threadsOfGroup() {
        return threadsOfGroup;
    }

    /** Returns the fixture that its cases use; that of the method rather than that of a class. */
    public Optional<Fixture.Use> fixture() {
        return first(Fixture.Use.class);
    }

    /**
     * Returns the name of the group within its class whose results have to be equal; empty where it is in none. That of the
     * method beats that of a class, except in a JMH group: which of its methods would it hold for?
     */
    public Optional<String> sameResult() {
        boolean ofGroup = methods.stream().anyMatch(method -> method.isAnnotationPresent(Group.class));
        return chain.stream()
                .skip(ofGroup ? 1 : 0)
                .flatMap(element -> Optional.ofNullable(element.getDeclaredAnnotation(SameResult.class)).stream())
                .map(SameResult::value)
                .findFirst();
    }

    /** Returns the elements whose annotations count, nearest first. */
    List<AnnotatedElement> chain() {
        return chain;
    }

    /** Returns the first annotation of the type along the chain. */
    <A extends Annotation> Optional<A> first(Class<A> type) {
        return attribute(type, annotation -> annotation, annotation -> true);
    }

    /** Returns an attribute of the first annotation along the chain that sets it. */
    <A extends Annotation, V> Optional<V> attribute(Class<A> type, Function<A, V> attribute, Predicate<V> isSet) {
        return chain.stream()
                .flatMap(element -> Optional.ofNullable(element.getDeclaredAnnotation(type)).stream())
                .map(attribute)
                .filter(isSet)
                .findFirst();
    }

    /** Returns the annotation of every Java method behind it; each is looked up separately. */
    <A extends Annotation> List<A> each(Class<A> type) {
        if (methods.isEmpty()) {
            return first(type).stream().toList();
        }
        List<AnnotatedElement> classes = chain.subList(1, chain.size());
        List<A> found = new ArrayList<>();
        for (Method method : methods) {
            List<AnnotatedElement> own = new ArrayList<>(classes);
            own.add(0, method);
            own.stream()
                    .flatMap(element -> Optional.ofNullable(element.getDeclaredAnnotation(type)).stream())
                    .findFirst()
                    .ifPresent(found::add);
        }
        return found;
    }
}
