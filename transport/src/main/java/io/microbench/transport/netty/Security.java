// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Options;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.TransportException;
import io.microbench.transport.TransportSettings.TransportSetting;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** TLS 1.3 by the JDK, with mutual authentication. */
record Security(SslContext server, SslContext client) {

    static final String HOST = "localhost";
    /** The cipher suites in order of preference. */
    private static final List<String> CIPHERS =
            List.of("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256");

    private static final Duration VALID = Duration.ofDays(1);
    private static final Duration SKEW = Duration.ofMinutes(5);

    static Identity newIdentity() {
        return newIdentity(Instant.now().minus(SKEW), Instant.now().plus(VALID));
    }

    static Identity newIdentity(Instant from, Instant to) {
        try {
            X509Bundle made = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=" + HOST)
                    .addSanDnsName(HOST)
                    .addSanIpAddress("127.0.0.1")
                    .setIsCertificateAuthority(true)
                    .notBefore(from)
                    .notAfter(to)
                    .buildSelfSigned();
            return new Identity(made.getKeyPair().getPrivate(), made.getCertificate());
        } catch (Exception e) {
            throw new IllegalStateException("Cannot create a certificate for this run", e);
        }
    }

    static Security of(Options options) throws IOException {
        Identity own = checkedIdentity(options);
        String chosen = options.knobs().cipher();
        List<String> ciphers = chosen.isEmpty() ? CIPHERS : List.of(chosen);
        if (!CIPHERS.containsAll(ciphers)) {
            throw new TransportException(TransportSetting.CIPHER.option() + " \"" + chosen + "\": TLS 1.3 has "
                    + String.join(", ", CIPHERS));
        }
        return new Security(
                SslContextBuilder.forServer(own.key(), own.certificate())
                        .sslProvider(SslProvider.JDK)
                        .protocols("TLSv1.3")
                        .ciphers(ciphers)
                        .trustManager(options.trusted())
                        .clientAuth(ClientAuth.REQUIRE)
                        .build(),
                SslContextBuilder.forClient()
                        .sslProvider(SslProvider.JDK)
                        .protocols("TLSv1.3")
                        .ciphers(ciphers)
                        .keyManager(own.key(), own.certificate())
                        .trustManager(options.trusted())
                        .endpointIdentificationAlgorithm("HTTPS")
                        .build());
    }

    /**
     * Checks that all certificates are valid today, and returns the identity of this side. The JDK does not check the
     * dates of directly trusted certificates.
     */
    static Identity checkedIdentity(Options options) {
        Identity own = options.identity()
                .orElseThrow(() -> new IllegalArgumentException("An encrypted transport needs an identity"));
        checkValid("this side", own.certificate());
        options.trusted().forEach(certificate -> checkValid("the other side", certificate));
        return own;
    }

    private static void checkValid(String whose, X509Certificate certificate) {
        try {
            certificate.checkValidity();
        } catch (CertificateException e) {
            throw new TransportException(
                    "The certificate of " + whose + " is valid from "
                            + certificate.getNotBefore().toInstant() + " to "
                            + certificate.getNotAfter().toInstant() + ", but not now. Compare the clocks of both sides",
                    e);
        }
    }

    static X509Certificate[] trusted(Options options) {
        return options.trusted().toArray(X509Certificate[]::new);
    }

    static SslHandler handler(SslContext context, Channel channel, Optional<SocketAddress> remote) {
        return remote.isPresent()
                ? context.newHandler(channel.alloc(), HOST, ((InetSocketAddress) remote.get()).getPort())
                : context.newHandler(channel.alloc());
    }
}
