// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Named JVMs and JVM arguments of cases, and the JDKs of this machine; starts no JVM. */
@NullMarked
package io.microbench.variant;

import org.jspecify.annotations.NullMarked;
