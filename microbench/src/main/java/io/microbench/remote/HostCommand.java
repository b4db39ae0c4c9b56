// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.ForkRun.PinnedFork;
import io.microbench.result.CasePlan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One line that a {@link ForkServerClient} sends to its {@link ForkServer}.
 *
 * @param defaults {@link Kind#LIST}: settings that apply unless the command line sets them, by name
 * @param fork {@link Kind#RUN}: the fork to run
 * @param alone whether the host itself takes the lock of its machine and calibrates it
 * @param lockWait how long it waits for that lock; if empty, no lock is taken
 */
record HostCommand(
        Kind kind, Map<String, String> defaults, Optional<ForkTask> fork, boolean alone, Optional<Duration> lockWait) {

    enum Kind {
        LIST,
        RUN,
        /** Closes shared fixtures: the next fork may be of another case. */
        REST
    }

    /**
     * A fork to run.
     *
     * @param folder folder of the run; empty for the host's own folder, which is deleted with it
     * @param thrownAway whether the fork is left out of the score of the case
     * @param monitored whether the host samples the fork once a second
     * @param pinned the processors of the fork, and the fork beside it; empty without pinning
     */
    record ForkTask(
            String caseId,
            CasePlan plan,
            int number,
            String folder,
            boolean thrownAway,
            boolean monitored,
            Optional<PinnedFork> pinned) {}

    HostCommand {
        defaults = Map.copyOf(defaults);
    }

    static HostCommand list(Map<String, String> defaults) {
        return new HostCommand(Kind.LIST, defaults, Optional.empty(), false, Optional.empty());
    }

    static HostCommand run(ForkTask fork) {
        return new HostCommand(Kind.RUN, Map.of(), Optional.of(fork), false, Optional.empty());
    }

    static HostCommand rest() {
        return new HostCommand(Kind.REST, Map.of(), Optional.empty(), false, Optional.empty());
    }

    /** Returns this command for a host that locks and calibrates its machine itself. */
    HostCommand alone(Optional<Duration> wait) {
        return new HostCommand(kind, defaults, fork, true, wait);
    }
}
