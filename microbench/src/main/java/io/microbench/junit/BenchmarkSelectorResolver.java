// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import io.microbench.conditions.Features;
import io.microbench.junit.DiscoveredClass.DiscoveredCase;
import io.microbench.plan.CaseResolver;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/**
 * Resolves selectors to nodes: classes, methods, and unique ids of either.
 *
 * <p>A selected class remains in the tree even if the filter selects none of its cases.
 */
final class BenchmarkSelectorResolver implements SelectorResolver {

    /** The engine's own id; below a suite it begins with segments of other engines. */
    private final UniqueId engine;

    private final CaseFilter filter;
    private final CaseResolver cases;
    /** Whether a class without selected cases remains in the tree: with a filter, or in a shard. */
    private final boolean keeps;

    private final Features features = Features.available();
    private final Map<Class<?>, Optional<DiscoveredClass>> classes = new HashMap<>();

    BenchmarkSelectorResolver(EngineNode engine) {
        this.engine = engine.getUniqueId();
        this.filter = engine.configuration().settings().cases();
        this.cases = new CaseResolver(engine.configuration().settings());
        this.keeps = !filter.isEmpty()
                || engine.configuration().settings().find(KnownSettings.SHARD).isPresent();
    }

    boolean isBenchmarkClass(Class<?> type) {
        return discover(type).isPresent();
    }

    private Optional<DiscoveredClass> discover(Class<?> type) {
        return classes.computeIfAbsent(type, t -> DiscoveredClass.of(t, cases, filter));
    }

    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
        return resolveClass(selector::getJavaClass, context);
    }

    @Override
    public Resolution resolve(MethodSelector selector, Context context) {
        return resolveMethod(selector::getJavaClass, selector.getMethodName(), context);
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        UniqueId id = selector.getUniqueId();
        if (!id.hasPrefix(engine)) {
            return Resolution.unresolved();
        }
        List<UniqueId.Segment> segments = id.getSegments()
                .subList(engine.getSegments().size(), id.getSegments().size());
        if (segments.isEmpty() || !segments.get(0).getType().equals(ClassNode.SEGMENT)) {
            return Resolution.unresolved();
        }
        Optional<Class<?>> type = find(segments.get(0).getValue());
        if (type.isEmpty()) {
            return Resolution.unresolved();
        }
        if (segments.size() == 1) {
            return resolveClass(type::orElseThrow, context);
        }
        UniqueId.Segment last = segments.get(1);
        if (segments.size() > 2 || !last.getType().equals(CaseNode.SEGMENT)) {
            return Resolution.unresolved();
        }
        return discover(type.get())
                .flatMap(found -> Optional.ofNullable(found.byKey().get(last.getValue())))
                .map(found -> add(type.get(), List.of(found), context))
                .orElse(Resolution.unresolved());
    }

    /** Finds a class by name; a class that was selected as such takes precedence, regardless of its loader. */
    private Optional<Class<?>> find(String name) {
        return classes.keySet().stream()
                .filter(type -> type.getName().equals(name))
                .<Class<?>>map(type -> type)
                .findFirst()
                .or(() -> ReflectionSupport.tryToLoadClass(name).toOptional());
    }

    private Resolution resolveClass(Supplier<Class<?>> selected, Context context) {
        return load(selected)
                .flatMap(this::discover)
                .flatMap(found -> context.addToParent(
                        parent -> Optional.of(new ClassNode(parent.getUniqueId(), found, features, keeps))))
                .map(node -> Resolution.match(Match.exact(node, () -> selectors(node))))
                .orElse(Resolution.unresolved());
    }

    private Set<DiscoverySelector> selectors(ClassNode node) {
        Set<DiscoverySelector> selectors = new LinkedHashSet<>();
        for (DiscoveredCase found : node.discovered().cases()) {
            if (found.planned().isChosenBy(filter)) {
                selectors.add(selectUniqueId(CaseNode.id(node.getUniqueId(), found)));
            }
        }
        return selectors;
    }

    private Resolution resolveMethod(Supplier<Class<?>> selected, String method, Context context) {
        Optional<DiscoveredClass> discovered = load(selected).flatMap(this::discover);
        if (discovered.isEmpty()) {
            return Resolution.unresolved();
        }
        Class<?> type = discovered.get().type();
        List<DiscoveredCase> wanted = discovered.get().cases().stream()
                .filter(found -> found.isOf(method))
                .toList();
        if (!wanted.isEmpty() || discovered.get().problem().isPresent()) {
            return add(type, wanted, context);
        }
        if (MethodFilters.hasTestOfAnotherEngine(type, method::equals)) {
            return Resolution.unresolved();
        }
        // The platform reports it as a failure; if it were unresolved, the run would pass without tests.
        throw new ConfigurationException(type.getName() + " has no benchmark method \"" + method
                + "\". Expected one of " + methods(discovered.get()) + ".");
    }

    private static String methods(DiscoveredClass discovered) {
        return discovered.cases().stream()
                .map(found -> found.planned().id().method())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Adds the cases that the filter selects; always adds their class. */
    private Resolution add(Class<?> type, List<DiscoveredCase> wanted, Context context) {
        Set<Match> matches = new LinkedHashSet<>();
        for (DiscoveredCase found : wanted) {
            if (found.planned().isChosenBy(filter)) {
                context.addToParent(
                                () -> selectClass(type),
                                parent -> Optional.of(new CaseNode(parent.getUniqueId(), found, features)))
                        .ifPresent(node -> matches.add(Match.exact(node)));
            }
        }
        if (matches.isEmpty()) {
            context.resolve(selectClass(type)).ifPresent(node -> matches.add(Match.partial(node)));
        }
        return matches.isEmpty() ? Resolution.unresolved() : Resolution.matches(matches);
    }

    /** Loads a class. A class with missing dependencies has no benchmarks; one that does not exist is an error. */
    private static Optional<Class<?>> load(Supplier<Class<?>> selected) {
        try {
            return Optional.of(selected.get());
        } catch (JUnitException e) {
            if (e.getCause() instanceof ClassNotFoundException) {
                throw e;
            }
            return Optional.empty();
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }
}
