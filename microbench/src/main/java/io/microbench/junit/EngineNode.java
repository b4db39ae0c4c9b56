// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.junit.DiscoveredClass.DiscoveredCase;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.ShardCut;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/** The root of the tree; carries the settings from discovery to execution. */
final class EngineNode extends EngineDescriptor {

    private final Configuration configuration;
    private final MethodFilters methodFilters;
    private Optional<ShardCut> cut = Optional.empty();

    EngineNode(UniqueId uniqueId, Configuration configuration, MethodFilters methodFilters) {
        super(uniqueId, "Microbench");
        this.configuration = configuration;
        this.methodFilters = methodFilters;
    }

    Configuration configuration() {
        return configuration;
    }

    /** Returns how the cases are divided into shards; empty to run all of them. */
    Optional<ShardCut> cut() {
        return cut;
    }

    MethodFilters methodFilters() {
        return methodFilters;
    }

    List<ClassNode> classes() {
        return getChildren().stream().map(ClassNode.class::cast).toList();
    }

    /** Returns all cases of the classes in the tree, selected or not. */
    List<PlannedCase> known() {
        return classes().stream()
                .flatMap(node -> node.discovered().cases().stream())
                .map(DiscoveredCase::planned)
                .toList();
    }

    List<CaseNode> cases() {
        return classes().stream().flatMap(node -> node.cases().stream()).toList();
    }

    /** Sorts the children of a node; {@code TestDescriptor.orderChildren} exists only since Platform 1.12. */
    static void sort(TestDescriptor parent, Comparator<TestDescriptor> order) {
        List<? extends TestDescriptor> sorted =
                parent.getChildren().stream().sorted(order).toList();
        sorted.forEach(parent::removeChild);
        sorted.forEach(parent::addChild);
    }

    /**
     * Keeps the classes for which a filter by method leaves no cases.
     *
     * <p>Surefire applies the second half of {@code -Dtest=Class#method} after discovery. Without its class in the
     * tree, a build with a misspelled name would pass without running anything.
     */
    void keepEmptiedClasses() {
        classes().stream().filter(methodFilters::leaveNothingOf).forEach(ClassNode::keep);
    }

    /**
     * Leaves out the cases of other shards, as if the filter had not selected them.
     *
     * <p>Cases that the launcher will leave out are not divided: they would make shards uneven.
     */
    void keepShard() {
        Settings settings = configuration.settings();
        if (settings.find(KnownSettings.SHARD).isEmpty()) {
            return;
        }
        List<CaseNode> chosen = cases().stream().filter(methodFilters::accept).toList();
        ShardCut made = ShardCut.of(
                chosen.stream().map(CaseNode::planned).toList(),
                settings.find(KnownSettings.SHARD).get());
        chosen.stream().filter(node -> !made.has(node.planned().id())).forEach(CaseNode::removeFromHierarchy);
        cut = Optional.of(made);
    }

    /** Sorts classes by name and cases in the order of their class, regardless of the selectors. */
    void sortChildren() {
        sort(this, Comparator.comparing(TestDescriptor::getLegacyReportingName));
        classes().forEach(ClassNode::sortChildren);
    }
}
