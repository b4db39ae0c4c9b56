// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.remote.HostCases;
import io.microbench.run.NodeScheduler.NodePlace;
import java.util.List;

/** The machines that run pairs: this one or nodes. */
interface PairPlaces extends AutoCloseable {

    /** Returns the cases of a side. */
    HostCases known(Side side);

    /** Returns the places, each a machine that measures at the same time as the others; their hosts must have the given cases. */
    List<? extends NodePlace<PairHosts>> places(List<PairedCase> cases);

    /** Ends all hosts, those that are being started among them; from any thread. */
    void stop();

    @Override
    void close();
}
