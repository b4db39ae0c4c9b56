/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.nio.file.Path;

/**
 * Names what a node proves itself with, and what it trusts; both sides of a connection prove themselves.
 *
 * @param keyStore PKCS #12 or JKS file with this node's key and certificate
 * @param trustStore PKCS #12 or JKS file with the certificates, or the authority, of all nodes
 * @param password the password of both files
 */
public record TlsSettings(Path keyStore, Path trustStore, SecretSource password) {}
