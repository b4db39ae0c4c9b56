// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an endpoint is opened with.
 *
 * @param inFlight how many messages a connection has on their way at most
 * @param longest bytes of the longest content that is accepted from the other side
 * @param connectDeadline how long a connection, with its handshakes, may take
 * @param identity of this side; empty where the transport does not encrypt
 * @param trusted certificates of other sides; nobody else is let in
 */
public record Options(
        Knobs knobs,
        int inFlight,
        int longest,
        Duration connectDeadline,
        Optional<Identity> identity,
        List<X509Certificate> trusted) {

    /** QUIC was seen to need 19 s on a busy machine. */
    public static final Duration CONNECT_DEADLINE = Duration.ofSeconds(30);

    /** Options for messages of any length, one at a time, not encrypted. */
    public static final Options DEFAULT =
            new Options(Knobs.DEFAULT, 1, Size.LONGEST, CONNECT_DEADLINE, Optional.empty(), List.of());

    /** Makes options. */
    public Options {
        trusted = List.copyOf(trusted);
    }

    /** Returns options for so many messages on their way. */
    public Options inFlight(int messages) {
        return new Options(knobs, messages, longest, connectDeadline, identity, trusted);
    }

    /** Returns options with other knobs. */
    public Options knobs(Knobs other) {
        return new Options(other, inFlight, longest, connectDeadline, identity, trusted);
    }

    /** Returns options with another deadline. */
    public Options connectDeadline(Duration deadline) {
        return new Options(knobs, inFlight, longest, deadline, identity, trusted);
    }

    /** Returns options for encryption, if there is an identity. */
    public Options secured(Optional<Identity> own, List<X509Certificate> others) {
        return new Options(knobs, inFlight, longest, connectDeadline, own, others);
    }
}
