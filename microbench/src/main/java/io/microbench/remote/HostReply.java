// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.ForkReport;
import io.microbench.monitor.MonitorHistory;
import io.microbench.remote.ForkServerClient.HostFixture;
import io.microbench.result.Calibration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One line of a {@link ForkServer}: the answer to a command, with one of the first four parts, or a message while the
 * command is executed, with one of the last two.
 *
 * @param hello the version of this protocol, when the server is ready for commands
 * @param cases the cases to measure
 * @param fork the result of a fork
 * @param error why the command failed, for the user
 * @param calibration the host's calibration of its machine, in an answer after a new round
 * @param look a sample of the monitor, sent once a second while a command with a monitored fork runs, and once after it
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

    /** A sample of the monitor of a host. */
    record Look(Optional<MonitorHistory.Sample> seen) {}

    static final int VERSION = 4;

    /** Prefix of each line, which no other output on the same stream has. */
    static final String MARK = "\u0001microbench ";

    static HostReply ready() {
        return of(VERSION, null, null, null, null, null);
    }

    static HostReply of(HostCases cases) {
        return of(null, cases, null, null, null, null);
    }

    static HostReply of(ForkReport fork) {
        return of(null, null, fork, null, null, null);
    }

    static HostReply problem(String error) {
        return of(null, null, null, error, null, null);
    }

    static HostReply of(Look look) {
        return of(null, null, null, null, look, null);
    }

    static HostReply of(HostFixture fixture) {
        return of(null, null, null, null, null, fixture);
    }

    private static HostReply of(
            @Nullable Integer hello,
            @Nullable HostCases cases,
            @Nullable ForkReport fork,
            @Nullable String error,
            @Nullable Look look,
            @Nullable HostFixture fixture) {
        return new HostReply(
                Optional.ofNullable(hello),
                Optional.ofNullable(cases),
                Optional.ofNullable(fork),
                Optional.ofNullable(error),
                Optional.empty(),
                Optional.ofNullable(look),
                Optional.ofNullable(fixture));
    }

    boolean isAnswer() {
        return look.isEmpty() && fixture.isEmpty();
    }

    HostReply with(Optional<Calibration> more) {
        return new HostReply(hello, cases, fork, error, more, look, fixture);
    }
}
