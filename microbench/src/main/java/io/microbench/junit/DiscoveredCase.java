// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.plan.PlannedCase;
import java.lang.reflect.Method;
import java.util.List;

/**
 * One case of a class, selected or not.
 *
 * @param planned the case
 * @param key what distinguishes it from the other cases of its class: {@code method:size=1024,threads=1}
 * @param methods the Java methods behind it, several for a JMH group
 * @param position its index among all cases of the class, from 0
 * @param reportingName its name in Surefire's XML
 */
record DiscoveredCase(PlannedCase planned, String key, List<Method> methods, int position, String reportingName) {

    /** Returns whether a selector with the Java method, or the group, matches this case. */
    boolean isOf(String method) {
        return planned.id().method().equals(method)
                || methods.stream().anyMatch(m -> m.getName().equals(method));
    }
}
