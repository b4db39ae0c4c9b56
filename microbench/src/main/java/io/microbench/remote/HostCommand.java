// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.PinnedFork;
import io.microbench.result.CasePlan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One line that a {@link ForkServerClient} sends to its {@link ForkServer}.
 *
 * @param kind what to do
 * @param defaults {@link Kind#LIST}: settings that apply unless the command line sets them, by name
 * @param caseId {@link Kind#RUN}: which case
 * @param plan {@link Kind#RUN}: how to measure it
 * @param number {@link Kind#RUN}: the fork's number within the case, from 1
 * @param folder {@link Kind#RUN}: folder of the run; empty for the host's own folder, which is deleted with it
 * @param alone whether the host itself takes the lock of its machine and calibrates it
 * @param lockWait how long it waits for that lock; empty takes none
 * @param thrownAway {@link Kind#RUN}: whether the fork is left out of the score of the case
 * @param monitored {@link Kind#RUN}: whether the host samples the fork once a second
 * @param pinned {@link Kind#RUN}: the processors of the fork, and the fork beside it; empty without pinning
 */
record HostCommand(
        Kind kind,
        Map<String, String> defaults,
        String caseId,
        Optional<CasePlan> plan,
        int number,
        String folder,
        boolean alone,
        Optional<Duration> lockWait,
        boolean thrownAway,
        boolean monitored,
        Optional<PinnedFork> pinned) {

    /** What to do. */
    enum Kind {
        LIST,
        RUN,
        /** Closes shared fixtures: the next fork may be of another case. */
        REST
    }

    HostCommand {
        defaults = Map.copyOf(defaults);
    }

    static HostCommand list(Map<String, String> defaults) {
        return withoutCase(Kind.LIST, defaults);
    }

    static HostCommand run(String caseId, CasePlan plan, int number, String folder) {
        return new HostCommand(
                Kind.RUN,
                Map.of(),
                caseId,
                Optional.of(plan),
                number,
                folder,
                false,
                Optional.empty(),
                false,
                false,
                Optional.empty());
    }

    /** Returns this command for a fork pinned to some processors, beside another one. */
    HostCommand pinned(PinnedFork where) {
        return new HostCommand(
                kind,
                defaults,
                caseId,
                plan,
                number,
                folder,
                alone,
                lockWait,
                thrownAway,
                monitored,
                Optional.of(where));
    }

    /** Returns this command for a host that locks and calibrates its machine itself. */
    HostCommand alone(Optional<Duration> wait) {
        return new HostCommand(kind, defaults, caseId, plan, number, folder, true, wait, thrownAway, monitored, pinned);
    }

    /** Returns this command for a fork that is left out of the score. */
    HostCommand thrownAwayFork() {
        return new HostCommand(kind, defaults, caseId, plan, number, folder, alone, lockWait, true, monitored, pinned);
    }

    /** Returns this command for a fork that is monitored, if requested. */
    HostCommand monitored(boolean asked) {
        return new HostCommand(
                kind, defaults, caseId, plan, number, folder, alone, lockWait, thrownAway, asked, pinned);
    }

    static HostCommand rest() {
        return withoutCase(Kind.REST, Map.of());
    }

    /** Returns a command that has no case. */
    private static HostCommand withoutCase(Kind kind, Map<String, String> defaults) {
        return new HostCommand(
                kind, defaults, "", Optional.empty(), 0, "", false, Optional.empty(), false, false, Optional.empty());
    }
}
