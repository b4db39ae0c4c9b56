// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.ForkReport;
import io.microbench.monitor.MonitorHistory;
import io.microbench.result.Calibration;
import java.util.Optional;

/**
 * One line of a {@link ForkServer}: the answer to a command, which has one of the first four parts, or what it tells meanwhile, which
 * has one of the last two.
 *
 * @param hello the version of this conversation, when the server is ready for commands
 * @param cases what there is to measure
 * @param fork what a fork delivered
 * @param error why the command could not be carried out, for people
 * @param calibration with an answer: of the machine of a host that watches over it by itself, where there is more than before
 * @param look once a second while a command for a monitored fork is carried out, and after it
 * @param fixture a resource that forks shared and that has ended
 */
record HostReply(
        Optional<Integer> hello,
        Optional<HostCases> cases,
        Optional<ForkReport> fork,
        Optional<String> error,
        Optional<Calibration> calibration,
        Optional<Look> look,
        Optional<HostFixture> fixture) {

    /**
     * What the monitor of a host saw.
     *
     * @param seen of the fork; empty where there is none to be seen
     */
    record Look(Optional<MonitorHistory.Sample> seen) {}

    /** The version of this conversation. */
    static final int VERSION = 3;

    /** Stands before each line: whatever else writes to the same stream does not begin a line like this. */
    static final String MARK = "\u0001microbench ";

    private static final HostReply NOTHING = new HostReply(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    static HostReply ready() {
        return NOTHING.with(Optional.of(VERSION), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static HostReply of(HostCases cases) {
        return NOTHING.with(Optional.empty(), Optional.of(cases), Optional.empty(), Optional.empty());
    }

    static HostReply of(ForkReport fork) {
        return NOTHING.with(Optional.empty(), Optional.empty(), Optional.of(fork), Optional.empty());
    }

    static HostReply problem(String error) {
        return NOTHING.with(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(error));
    }

    static HostReply of(Look look) {
        return NOTHING.told(Optional.of(look), Optional.empty());
    }

    static HostReply of(HostFixture fixture) {
        return NOTHING.told(Optional.empty(), Optional.of(fixture));
    }

    /** Returns whether this answers a command. */
    boolean isAnswer() {
        return look.isEmpty() && fixture.isEmpty();
    }

    private HostReply with(
            Optional<Integer> version,
            Optional<HostCases> listed,
            Optional<ForkReport> ended,
            Optional<String> problem) {
        return new HostReply(version, listed, ended, problem, calibration, look, fixture);
    }

    private HostReply told(Optional<Look> looked, Optional<HostFixture> ended) {
        return new HostReply(hello, cases, fork, error, calibration, looked, ended);
    }

    HostReply with(Optional<Calibration> more) {
        return new HostReply(hello, cases, fork, error, more, look, fixture);
    }
}
