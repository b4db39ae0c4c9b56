// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The options of an endpoint.
 *
 * @param inFlight the maximum number of messages in flight on a connection
 * @param longest the maximum number of bytes of content from the other side
 * @param connectDeadline the time limit for a connection, including its handshakes
 * @param identity the identity of this side; empty if the transport does not encrypt
 * @param trusted the certificates of trusted other sides; all others are rejected
 */
public record Options(
        TransportSettings knobs,
        int inFlight,
        int longest,
        Duration connectDeadline,
        Optional<Identity> identity,
        List<X509Certificate> trusted) {

    /** The default time limit for a connection; QUIC took up to 19 s on a busy machine. */
    public static final Duration CONNECT_DEADLINE = Duration.ofSeconds(30);

    /** Options for messages of any length, one in flight, without encryption. */
    public static final Options DEFAULT =
            new Options(TransportSettings.DEFAULT, 1, Size.LONGEST, CONNECT_DEADLINE, Optional.empty(), List.of());

    public Options {
        trusted = List.copyOf(trusted);
    }

    /** Returns a copy with another number of messages in flight. */
    public Options inFlight(int messages) {
        return new Options(knobs, messages, longest, connectDeadline, identity, trusted);
    }

    public Options knobs(TransportSettings other) {
        return new Options(other, inFlight, longest, connectDeadline, identity, trusted);
    }

    public Options connectDeadline(Duration deadline) {
        return new Options(knobs, inFlight, longest, deadline, identity, trusted);
    }

    /** Returns a copy with encryption if there is an identity, and with trusted certificates. */
    public Options secured(Optional<Identity> own, List<X509Certificate> others) {
        return new Options(knobs, inFlight, longest, connectDeadline, own, others);
    }

    /** A key that never leaves its process, with the certificate by which the other side verifies it. */
    public record Identity(PrivateKey key, X509Certificate certificate) {

        /** Encodes a certificate as text. */
        public static String text(X509Certificate certificate) {
            try {
                return Base64.getEncoder().encodeToString(certificate.getEncoded());
            } catch (GeneralSecurityException e) {
                throw new TransportException("A certificate cannot be encoded: " + e.getMessage(), e);
            }
        }

        /**
         * Parses the result of {@link #text}.
         *
         * @throws TransportException if it is not a certificate
         */
        public static X509Certificate certificate(String text) {
            try {
                return (X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(Base64.getDecoder().decode(text)));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                throw new TransportException("The data from the other side is not a certificate: " + e.getMessage(), e);
            }
        }

        @Override
        public String toString() {
            return "Identity of " + certificate.getSubjectX500Principal();
        }
    }
}
