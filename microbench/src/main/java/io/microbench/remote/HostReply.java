/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.remote;

import io.microbench.forking.ForkReport;
import io.microbench.result.Calibration;
import java.util.Optional;

/**
 * One line that a {@link ForkServer} answers; exactly one of its parts is there, and perhaps a calibration.
 *
 * @param hello the version of this conversation, said once when the server is ready
 * @param cases what there is to measure
 * @param fork what a fork delivered
 * @param error why the command could not be carried out, for people
 * @param calibration of the machine of a host that watches over it by itself, where there is more than before
 */
record HostReply(
        Optional<Integer> hello,
        Optional<HostCases> cases,
        Optional<ForkReport> fork,
        Optional<String> error,
        Optional<Calibration> calibration) {

    /** The version of this conversation. */
    static final int VERSION = 2;

    /** Stands before each reply: whatever else writes to the same stream does not begin a line like this. */
    static final String MARK = "\u0001microbench ";

    static HostReply ready() {
        return new HostReply(
                Optional.of(VERSION), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static HostReply of(HostCases cases) {
        return new HostReply(
                Optional.empty(), Optional.of(cases), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static HostReply of(ForkReport fork) {
        return new HostReply(Optional.empty(), Optional.empty(), Optional.of(fork), Optional.empty(), Optional.empty());
    }

    static HostReply problem(String error) {
        return new HostReply(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(error), Optional.empty());
    }

    HostReply with(Optional<Calibration> more) {
        return new HostReply(hello, cases, fork, error, more);
    }
}
