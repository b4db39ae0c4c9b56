// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.ForkReport;
import io.microbench.monitor.MonitorHistory;
import io.microbench.result.Calibration;
import java.util.Optional;

/**
 * One line of a {@link ForkServer}: the answer to a command, with one of the first four parts, or a message meanwhile, with one of
 * the last two.
 *
 * @param hello the version of this protocol, when the server is ready for commands
 * @param cases the cases to measure
 * @param fork the result of a fork
 * @param error why the command failed, for the user
 * @param calibration with an answer: calibration of the machine by the host, if there is a new round
 * @param look once a second while a command for a monitored fork runs, and after it
 * @param fixture a shared fixture that has ended
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
     * A sample of the monitor of a host.
     *
     * @param seen the sample of the fork; empty if none is running
     */
    record Look(Optional<MonitorHistory.Sample> seen) {}

    /** The version of this protocol. */
    static final int VERSION = 3;

    /** Prefix of each line, which no other output on the same stream has. */
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

    /** Returns whether this is the answer to a command. */
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
