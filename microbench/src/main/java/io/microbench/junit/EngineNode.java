/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import java.util.Comparator;
import java.util.List;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/** The root of the tree; carries the settings from discovery to execution. */
final class EngineNode extends EngineDescriptor {

    private final Configuration configuration;
    private final MethodFilters methodFilters;

    EngineNode(UniqueId uniqueId, Configuration configuration, MethodFilters methodFilters) {
        super(uniqueId, "Microbench");
        this.configuration = configuration;
        this.methodFilters = methodFilters;
    }

    Configuration configuration() {
        return configuration;
    }

    /** Returns what the launcher will leave out after discovery. */
    MethodFilters methodFilters() {
        return methodFilters;
    }

    /** Returns the classes that are still in the tree. */
    List<ClassNode> classes() {
        return getChildren().stream().map(ClassNode.class::cast).toList();
    }

    /**
     * Retains the classes of which a filter by method leaves nothing.
     *
     * <p>Surefire applies the second half of {@code -Dtest=Class#method} after discovery. Without its class in the
     * tree, a name that no benchmark has would be a green build that ran nothing.
     */
    void keepEmptiedClasses() {
        classes().stream().filter(methodFilters::leaveNothingOf).forEach(ClassNode::keep);
    }

    /** Sorts classes by name and cases in the order of their class, whatever selected them. */
    void sortChildren() {
        ChildOrder.sort(this, Comparator.comparing(TestDescriptor::getLegacyReportingName));
        classes().forEach(ClassNode::sortChildren);
    }
}
