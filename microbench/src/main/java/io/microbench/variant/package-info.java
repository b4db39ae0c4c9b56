// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** JVMs and JVM arguments that cases are measured with, by name, and the JDKs of this machine; starts no JVM. */
@NullMarked
package io.microbench.variant;

import org.jspecify.annotations.NullMarked;
