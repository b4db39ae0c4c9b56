// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Code that lives inside the measured JVM; nothing of the host may be loaded beside it. */
@NullMarked
package io.microbench.fork;

import org.jspecify.annotations.NullMarked;
