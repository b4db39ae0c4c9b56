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

    EngineNode(UniqueId uniqueId, Configuration configuration) {
        super(uniqueId, "Microbench");
        this.configuration = configuration;
    }

    Configuration configuration() {
        return configuration;
    }

    /** Returns the classes that are still in the tree. */
    List<ClassNode> classes() {
        return getChildren().stream().map(ClassNode.class::cast).toList();
    }

    /** Puts classes in the order of their names and cases in that of their class, whatever selected them. */
    void sortChildren() {
        orderChildren(classes -> classes.stream()
                .sorted(Comparator.comparing(TestDescriptor::getLegacyReportingName))
                .toList());
        classes().forEach(ClassNode::sortChildren);
    }
}
