// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import java.util.List;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.launcher.LauncherDiscoveryRequest;

/** Reads the filters of a launcher's request; the only class that needs the launcher, which may be missing. */
final class LauncherFilters {

    private LauncherFilters() {}

    /** Returns the filters that will be applied after discovery; none if the request is not from a launcher. */
    static List<MethodFilters.Accepts> of(EngineDiscoveryRequest request) {
        if (!(request instanceof LauncherDiscoveryRequest launched)) {
            return List.of();
        }
        return launched.getPostDiscoveryFilters().stream()
                .<MethodFilters.Accepts>map(
                        filter -> descriptor -> filter.apply(descriptor).included())
                .toList();
    }
}
