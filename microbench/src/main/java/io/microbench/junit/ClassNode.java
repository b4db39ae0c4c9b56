// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.Features;
import io.microbench.conditions.Readiness.Candidates;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** A benchmark class in the tree. */
final class ClassNode extends AbstractTestDescriptor {

    static final String SEGMENT = "class";

    private final DiscoveredClass discovered;
    private final Set<TestTag> tags;
    private boolean kept;

    ClassNode(UniqueId parent, DiscoveredClass discovered, Features features, boolean filtered) {
        super(
                parent.append(SEGMENT, discovered.type().getName()),
                features.displayName(discovered.type()).orElse(simpleName(discovered.type())),
                ClassSource.from(discovered.type()));
        this.discovered = discovered;
        this.tags = tags(features.tags(discovered.type()));
        this.kept = filtered;
    }

    private static String simpleName(Class<?> type) {
        return type.getName().substring(type.getName().lastIndexOf('.') + 1);
    }

    /** Converts names to tags, except those that the platform rejects. */
    static Set<TestTag> tags(Set<String> names) {
        return names.stream().filter(TestTag::isValid).map(TestTag::create).collect(Collectors.toUnmodifiableSet());
    }

    DiscoveredClass discovered() {
        return discovered;
    }

    Class<?> type() {
        return discovered.type();
    }

    Optional<Throwable> problem() {
        return discovered.problem();
    }

    List<CaseNode> cases() {
        return getChildren().stream()
                .filter(CaseNode.class::isInstance)
                .map(CaseNode.class::cast)
                .toList();
    }

    Candidates candidates() {
        return new Candidates(
                type(),
                problem(),
                cases().stream()
                        .map(node -> new Candidates.Candidate(node.planned(), node.methods()))
                        .toList());
    }

    void sortChildren() {
        EngineNode.sort(this, Comparator.comparingInt(node -> ((CaseNode) node).position()));
    }

    @Override
    public Type getType() {
        return Type.CONTAINER;
    }

    /** Keeps the class in the tree even if all of its cases are left out. */
    void keep() {
        kept = true;
    }

    /** Returns the full name, as Surefire would otherwise drop the package from its report. */
    @Override
    public String getLegacyReportingName() {
        return type().getName();
    }

    @Override
    public Set<TestTag> getTags() {
        return tags;
    }

    /**
     * Keeps the class in the tree although it has no cases, to report that no case is selected, or that the class is
     * broken. The launcher prunes empty nodes, and Surefire checks for each class separately whether it has tests.
     */
    @Override
    public boolean mayRegisterTests() {
        return getChildren().isEmpty() && (kept || problem().isPresent());
    }
}
