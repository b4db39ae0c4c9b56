// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.cluster.ClusterFixture;
import io.microbench.cluster.Service;
import io.microbench.transport.Places.EchoService;
import java.util.List;

/** A node that answers messages; started once for all cases. */
public final class AnsweringNode extends ClusterFixture {

    /** Creates the fixture; called by the harness. */
    public AnsweringNode() {}

    @Override
    protected int count(Start given) {
        return 1;
    }

    @Override
    protected List<Class<? extends Service>> services(Start given) {
        return List.of(EchoService.class);
    }
}
