// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Counts and times work that is begun on one thread of the fork and completed on another. */
@NullMarked
package io.microbench.async;

import org.jspecify.annotations.NullMarked;
