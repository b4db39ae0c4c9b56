// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Checks and describes the machine, the JVM and the class path before anything is measured. */
@NullMarked
package io.microbench.environment;

import org.jspecify.annotations.NullMarked;
