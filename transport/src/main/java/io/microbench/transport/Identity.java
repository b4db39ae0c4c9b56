// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A key that never leaves its process, and the certificate with which it is verified by the other side. */
public record Identity(PrivateKey key, X509Certificate certificate) {

    /** Returns a certificate as text. */
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
