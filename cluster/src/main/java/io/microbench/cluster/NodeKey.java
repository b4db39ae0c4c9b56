// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.fork.FileModes;
import io.microbench.process.FolderTree;
import io.microbench.process.PrivateFolders;
import io.microbench.process.Programs;
import io.microbench.process.TemporaryFolders;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The key file of a cluster: a private key with its certificate. All nodes have the same file, and both sides of each
 * connection prove by mutual TLS that they have it; no other certificate is trusted.
 */
final class NodeKey {

    /** The application protocol in the TLS handshake (ALPN); changes with the format of messages. */
    private static final String PROTOCOL = "microbench/3";

    private static final String FILE_NAME = "node-key.p12";

    /** The password that PKCS #12 requires. The key is protected by the permissions of the file. */
    private static final String PASSWORD = "microbench";

    private static final String ALIAS = "node";

    private static final String VALID_DAYS = "36500";

    private NodeKey() {}

    /**
     * Returns {@code $XDG_CONFIG_HOME/microbench/node-key.p12}; the default of the variable is {@code ~/.config}.
     *
     * @throws ClusterException if there is no home folder
     */
    static Path defaultFile(Map<String, String> environment, String home) {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        boolean named = Path.of(config).isAbsolute();
        if (!named && (home.isEmpty() || home.equals("?"))) {
            throw new ClusterException("This user has no home folder for a key file. Name one with --key-file.");
        }
        Path folder = named ? Path.of(config) : Path.of(home, ".config");
        return folder.resolve("microbench").resolve(FILE_NAME);
    }

    /**
     * Reads a key file, and creates it first if it does not exist.
     *
     * @throws ClusterException if the file cannot be created or used, or other users may read it
     */
    static SSLContext readOrCreate(Path file) {
        if (!Files.exists(file)) {
            try {
                create(file);
            } catch (IOException | UnsupportedOperationException e) {
                throw new ClusterException("Cannot create the key file " + file + ": " + e, e);
            }
        }
        return read(file);
    }

    /**
     * Reads a key file.
     *
     * @return the TLS context for connections between nodes with this key
     * @throws ClusterException if the file does not exist or cannot be used, or other users may read it
     */
    static SSLContext read(Path file) {
        if (!Files.exists(file)) {
            throw new ClusterException(
                    "There is no key file " + file
                            + ". Start the first node, which creates it, or copy the file of a running node on another machine.");
        }
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            if (!store.isKeyEntry(ALIAS)) {
                throw new KeyStoreException("no private key named " + ALIAS);
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            PrivateFile.requirePrivate(file);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new ClusterException(
                    "Cannot read the key file " + file + (e instanceof FileSystemException ? ": " + e : "")
                            + ". Expected a file that a node has created. Copy it again from a machine with nodes.",
                    e);
        }
    }

    private static void create(Path file) throws IOException {
        Path folder = TemporaryFolders.create();
        try {
            Path made = folder.resolve(FILE_NAME);
            List<String> keytool = List.of(
                    Programs.ofJdk("keytool"),
                    "-J-XX:TieredStopAtLevel=1",
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=microbench",
                    "-validity",
                    VALID_DAYS,
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    made.toString());
            Process process =
                    new ProcessBuilder(keytool).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!Files.exists(made)) {
                throw new IOException("keytool failed: " + output.strip());
            }
            PrivateFile.create(file, Files.readAllBytes(made));
        } finally {
            FolderTree.delete(folder);
        }
    }

    /** Configures a socket to require the key and the protocol from the other side. */
    static void configure(SSLSocket socket) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {PROTOCOL});
        parameters.setNeedClientAuth(true);
        socket.setSSLParameters(parameters);
    }

    /**
     * Completes the handshake.
     *
     * @throws IOException if the other side does not have the key, or speaks another protocol
     */
    static void handshake(SSLSocket socket) throws IOException {
        socket.startHandshake();
        if (!PROTOCOL.equals(socket.getApplicationProtocol())) {
            throw new SSLHandshakeException("no application protocol");
        }
    }

    /** Returns why a handshake failed, as part of a message. */
    static String reason(Exception failure) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("application protocol")
                || message.contains("application layer protocol")
                || message.contains("application_protocol")) {
            return "another version of Microbench";
        }
        if (failure.getCause() instanceof CertificateException || message.contains("certificate")) {
            return "another key, or none";
        }
        return "no TLS handshake of a node (" + failure.getMessage() + ")";
    }

    /** Creates and checks files that only their owner may read. */
    static final class PrivateFile {

        private PrivateFile() {}

        /**
         * Rejects a file that belongs to another user, or that others may read or write. No effect if the file system
         * does not support POSIX permissions.
         *
         * @throws ClusterException if other users have access
         */
        static void requirePrivate(Path file) {
            if (PrivateFolders.othersMayWrite(file)) {
                throw new ClusterException(file
                        + " belongs to another user, or other users may write to it. A user who can write it can run"
                        + " code here. Copy it again from a machine that you trust, and run chmod 600 " + file + ".");
            }
            try {
                Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
                if (permissions.contains(PosixFilePermission.GROUP_READ)
                        || permissions.contains(PosixFilePermission.OTHERS_READ)) {
                    throw new ClusterException(
                            file + " may be read by other users ("
                                    + PosixFilePermissions.toString(permissions) + "). Run chmod 600 " + file
                                    + ". If another user may have read it, delete it on all machines, so that a new one is created.");
                }
            } catch (IOException | UnsupportedOperationException e) {
                // The file does not exist, which its reader reports, or the file system does not support POSIX
                // permissions.
            }
        }

        /**
         * Creates a file with its content, and its folder; an existing file is not changed.
         *
         * @throws IOException if it cannot be created
         */
        static void create(Path file, byte[] content) throws IOException {
            Path folder = file.toAbsolutePath().resolveSibling(".");
            PrivateFolders.create(folder);
            Path draft = Files.createTempFile(folder, ".microbench-", ".tmp", FileModes.of(folder, "rw-------"));
            try {
                Files.write(draft, content);
                // The file is created atomically with its content, and only if the name is free, because two nodes may
                // start at the same time.
                WholeFile.publishNew(draft, file);
            } catch (FileAlreadyExistsException e) {
                // Another node has created the file meanwhile.
            } finally {
                Files.deleteIfExists(draft);
            }
        }
    }
}
