// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import java.util.Comparator;
import java.util.List;
import org.junit.platform.engine.TestDescriptor;

/** Sorts the children of a node; {@code TestDescriptor.orderChildren} exists only since Platform 1.12. */
final class ChildOrder {

    private ChildOrder() {}

    static void sort(TestDescriptor parent, Comparator<TestDescriptor> order) {
        List<? extends TestDescriptor> sorted =
                parent.getChildren().stream().sorted(order).toList();
        sorted.forEach(parent::removeChild);
        sorted.forEach(parent::addChild);
    }
}
