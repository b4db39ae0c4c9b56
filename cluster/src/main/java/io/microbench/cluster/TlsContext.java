/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads the key and the certificates of a node. */
final class TlsContext {

    private TlsContext() {}

    /**
     * Returns a context for connections on which both sides prove themselves.
     *
     * @throws ClusterException if a file cannot be used
     */
    static SSLContext of(TlsSettings settings) {
        char[] password = settings.password().read().toCharArray();
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(settings.keyStore(), "key store", password), password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(load(settings.trustStore(), "trust store", password));
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new ClusterException(
                    "Key store " + settings.keyStore() + " and trust store " + settings.trustStore()
                            + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    private static KeyStore load(Path file, String what, char[] password) throws GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(in, password);
            return store;
        } catch (IOException e) {
            throw new ClusterException(
                    "The " + what + " " + file + " cannot be read: " + e.getMessage()
                            + ". Give a PKCS #12 or JKS file and its password.",
                    e);
        }
    }
}
