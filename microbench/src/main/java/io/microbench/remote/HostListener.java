// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.monitor.MonitorHistory;
import java.util.Optional;

/** Receives unsolicited messages of a host, one call at a time; must not send commands to the host. */
public interface HostListener {

    /** Called when the host, JMH or a fork printed a line. */
    void printed(String line);

    /**
     * Called when the monitor of the host has sampled its fork.
     *
     * @param seen the sample; empty if no fork is running
     */
    default void looked(Optional<MonitorHistory.Sample> seen) {}

    /** Called when a fixture of the host has ended. */
    default void fixtureEnded(HostFixture fixture) {}
}
