// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.remote.HostCases;
import io.microbench.result.RunNode;
import io.microbench.run.NodeHost;
import io.microbench.run.NodePlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The machines that run pairs: this one or nodes. */
interface PairPlaces extends AutoCloseable {

    HostCases known(Side side);

    /** Returns the places, each a machine that measures at the same time as the others; their hosts must have the given cases. */
    List<? extends NodePlace<PairHosts>> places(List<PairedCase> cases);

    /** Ends all hosts, those that are being started among them; from any thread. */
    void stop();

    @Override
    void close();

    /** The hosts of both sides on one machine; for one thread, but for {@link #close}. */
    interface PairHosts extends NodeHost {

        /**
         * Returns the node as a side's run knows it, with all that is known of its machine so far; empty for this machine, which is in
         * the record anyway.
         */
        Optional<RunNode> node(Side side);

        /**
         * Runs one fork.
         *
         * @param folder of the side's run
         * @throws io.microbench.remote.HostGoneException if the host has gone, alone or with its node
         * @throws io.microbench.text.PreflightException if it refuses the fork
         */
        ForkReport fork(Side side, PairedCase paired, int number, Path folder);
    }
}
