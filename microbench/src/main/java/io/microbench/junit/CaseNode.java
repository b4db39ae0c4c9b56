// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.Features;
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
 * <p>Its source is the method, which is what {@code -Dtest=Class#method} looks at. Its legacy reporting name,
 * {@code method(size=1024)[3]}, is what Surefire writes into its XML: the number at the end makes it take that name and not the
 * method's.
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
        // The name of a JMH group is what people select it by; there need not be a method of that name.
        return first.getName().equals(name) ? MethodSource.from(type, first) : MethodSource.from(type.getName(), name);
    }

    PlannedCase planned() {
        return discovered.planned();
    }

    /** Returns the Java methods of the case, several for a JMH group. */
    List<Method> methods() {
        return discovered.methods();
    }

    /** Returns where the case stands among all of its class. */
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
