// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.monitor.MonitorHistory;
import java.util.Optional;

/** Takes what a host tells without being asked, one call at a time; must not ask the host anything. */
public interface HostListener {

    /** The host, JMH or a fork printed a line. */
    void printed(String line);

    /**
     * The monitor of the host looked at its fork.
     *
     * @param seen empty where there is no fork to be seen
     */
    default void looked(Optional<MonitorHistory.Sample> seen) {}

    /** A fixture of the host has ended. */
    default void fixtureEnded(HostFixture fixture) {}
}
