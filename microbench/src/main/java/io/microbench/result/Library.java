// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/**
 * A library that the forks of a case had on their class path.
 *
 * @param name its identifier, usually its coordinates with the version: {@code com.acme:codec:1.0}
 * @param sha256 digest of its file in hexadecimal, 64 characters long
 */
public record Library(String name, String sha256) {}
