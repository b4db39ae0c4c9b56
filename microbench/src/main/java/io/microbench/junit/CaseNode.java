// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.Features;
import io.microbench.junit.DiscoveredClass.DiscoveredCase;
import io.microbench.plan.PlannedCase;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * A case in the tree.
 *
 * <p>Its source is the method, for {@code -Dtest=Class#method}. Surefire writes its legacy reporting name,
 * {@code method(size=1024)[3]}, to its XML: without the number at the end it would use the name of the method.
 */
final class CaseNode extends AbstractTestDescriptor {

    static final String SEGMENT = "case";

    private final DiscoveredCase discovered;
    private final Set<TestTag> tags;

    CaseNode(UniqueId parent, DiscoveredCase discovered, Features features) {
        super(id(parent, discovered), displayName(discovered, features), source(discovered));
        this.discovered = discovered;
        Set<String> all = new HashSet<>(features.tags(discovered.planned().benchmarkClass()));
        discovered.methods().forEach(method -> all.addAll(features.tags(method)));
        this.tags = ClassNode.tags(all);
    }

    static UniqueId id(UniqueId parent, DiscoveredCase discovered) {
        return parent.append(SEGMENT, discovered.key());
    }

    private static String displayName(DiscoveredCase discovered, Features features) {
        String name = discovered.planned().id().displayName();
        if (discovered.methods().size() != 1) {
            return name;
        }
        String method = discovered.planned().id().method();
        return features.displayName(discovered.methods().get(0)).orElse(method) + name.substring(method.length());
    }

    private static MethodSource source(DiscoveredCase discovered) {
        Class<?> type = discovered.planned().benchmarkClass();
        String name = discovered.planned().id().method();
        if (discovered.methods().isEmpty()) {
            return MethodSource.from(type.getName(), name);
        }
        Method first = discovered.methods().get(0);
        // A JMH group is selected by its name; there may be no method of that name.
        return first.getName().equals(name) ? MethodSource.from(type, first) : MethodSource.from(type.getName(), name);
    }

    PlannedCase planned() {
        return discovered.planned();
    }

    List<Method> methods() {
        return discovered.methods();
    }

    /** Returns the index of the case among all cases of its class. */
    int position() {
        return discovered.position();
    }

    @Override
    public Type getType() {
        return Type.TEST;
    }

    @Override
    public String getLegacyReportingName() {
        return discovered.reportingName();
    }

    @Override
    public Set<TestTag> getTags() {
        return tags;
    }
}
