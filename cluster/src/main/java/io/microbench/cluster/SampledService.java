// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.util.Map;

/** A service whose numbers are sampled once a second, with those of the JVM of its node. */
public interface SampledService extends Service {

    /**
     * Returns numbers of 0 or more by name; called by one thread, and must return quickly. A name that is missing in
     * the first sample after the nodes are ready is not recorded.
     */
    Map<String, Double> numbers();
}
