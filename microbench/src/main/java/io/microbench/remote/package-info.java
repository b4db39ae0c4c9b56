// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Starts forks from a JVM that has the class path of what is measured, in answer to commands of another. */
@NullMarked
package io.microbench.remote;

import org.jspecify.annotations.NullMarked;
