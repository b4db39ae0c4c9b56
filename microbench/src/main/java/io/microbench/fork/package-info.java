// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Code that runs inside the measured JVM and must not load any classes of the host. */
@NullMarked
package io.microbench.fork;

import org.jspecify.annotations.NullMarked;
