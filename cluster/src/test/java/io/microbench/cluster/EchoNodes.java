// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.util.List;

/** Three nodes that answer each line with the same line. */
public final class EchoNodes extends ClusterFixture {

    @Override
    protected int count(Start given) {
        return 3;
    }

    @Override
    protected List<Class<? extends Service>> services(Start given) {
        return List.of(EchoService.class);
    }
}
